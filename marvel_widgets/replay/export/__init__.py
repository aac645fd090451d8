"""Taking a run along: one page that steps it in any browser, and a strip of pictures for print."""
