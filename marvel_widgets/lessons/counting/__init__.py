"""What a CI test is and how tests are counted: exercises."""
