"""List the claims of notebooks that lack a backing: python -m tests.claims NOTEBOOK.ipynb ..."""

import sys
from collections import Counter
from pathlib import Path

from tests.claims.ledger import audit, entry_to_fill_in, ledger_path, read_entries


def main(names: list[str]) -> int:
    """Print what is missing; return 1 if something is."""
    if not names:
        sys.exit("Usage: python -m tests.claims notebooks/NN-slug.ipynb ...")
    missing = 0
    for path in map(Path, names):
        if not path.is_file():
            sys.exit(f"There is no notebook {path}.")
        ledger = ledger_path(path)
        found = audit(path, ledger)
        backings = Counter(
            by.partition(":")[0]
            for entry in (read_entries(ledger)[0] if ledger.is_file() else [])
            for by in entry.by
        )
        how = ", ".join(f"{kind} {count}" for kind, count in sorted(backings.items()))
        print(f"# {path.name}: {len(found.claims)} claims, {len(found.unbacked)} without backing")
        print(f"# backings: {how or 'none'}")
        for fault in found.faults:
            print(f"# wrong: {fault}")
        for sentence in found.unbacked:
            print(f"\n{entry_to_fill_in(sentence)}", end="")
        missing += len(found.unbacked) + len(found.faults)
    return 1 if missing else 0


sys.exit(main(sys.argv[1:]))
