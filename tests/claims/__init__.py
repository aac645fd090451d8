"""The claims ledger: what backs the sentences of the notebooks that state a number or a rule.

`tests/claims/NN-slug.toml` names a backing for each such sentence of `notebooks/NN-slug.ipynb`:

    [[claim]]
    says = "A part of the sentence, found once in the notebook"
    by = "cell:worked-1"

`by` is one text or a list of texts:

- `cell:ID`: a code cell of the notebook with an assert;
- `test:tests/theory/test_bounds.py::test_name`: a test of this repository;
- `source:WHERE`: history, attribution, or a number printed elsewhere, and where it stands;
- `definition`: the sentence defines a term; `instruction`: it tells the reader what to do;
  `opinion`: it judges.

`python -m tests.claims notebooks/NN-slug.ipynb` lists what lacks a backing and prints the entries
to be filled in. `tests/test_claims.py` fails while anything is listed.
"""
