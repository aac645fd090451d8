"""What teachers use: copies with answers, signed results, reports, tests on paper, plans."""
