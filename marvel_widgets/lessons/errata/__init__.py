"""Where the printed paper errs: exercises."""
