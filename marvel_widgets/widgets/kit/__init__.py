"""What every app is made of."""
