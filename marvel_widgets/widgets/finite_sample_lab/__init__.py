"""FiniteSampleLab: the same run with an oracle and with data."""
