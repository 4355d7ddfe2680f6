"""What is suffered: damage, wounds, shocks, stress and what follows from them."""
