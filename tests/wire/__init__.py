"""A stand-in for Discord on 127.0.0.1 and a driver for whatever bot process connects to it."""
