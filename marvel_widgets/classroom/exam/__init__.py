"""An exam at the computer: exercises that record answers and reveal nothing."""
