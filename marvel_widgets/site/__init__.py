"""The website: one folder with the course as pages, films that step, and Python behind them."""
