"""What people do in a scene: who acts, with which action, and how fights open and close."""
