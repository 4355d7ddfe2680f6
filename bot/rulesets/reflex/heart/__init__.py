"""Heart: what somebody takes from enemies that go down."""
