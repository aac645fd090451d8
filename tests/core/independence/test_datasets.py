"""The bundled data: as Galton and others count them, with source and license."""

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import marvel_widgets
from marvel_widgets import DataError, FisherZ, datasets

FOLDER = Path(marvel_widgets.__file__).parent / "core" / "independence" / "data"


def galton(name="galton"):
    """Read the file by the standard library alone."""
    lines = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def test_every_data_set_is_small_and_says_where_it_comes_from():
    assert {path.stem for path in FOLDER.glob("*.csv")} == set(datasets.names())
    for name in datasets.names():
        assert (FOLDER / f"{name}.csv").stat().st_size < 100_000
        said = datasets.info(name)
        assert all((said.source, said.reference, said.note))
        assert said.license.startswith("CC0 1.0")
        assert f"{name}.csv: " in (FOLDER / "LICENSE.txt").read_text(encoding="utf-8")
        whole = [row for row in galton(name) if "NA" not in row.values()]
        assert len(galton(name)) == said.rows
        assert datasets.load(name).shape[0] == len(whole)


def test_galton_is_what_is_known_of_it():
    rows = galton()
    assert len(rows) == 898
    assert len({row["family"] for row in rows}) == 197
    assert sum(row["sex"] == "male" for row in rows) == 465
    parents = {(row["family"], row["father"], row["mother"]) for row in rows}
    assert len(parents) == 197  # all children of a family have the same parents
    # Means that Hanley (2004) and many textbooks print: 69.2, 64.1 and 66.8 inches.
    means = [np.mean([float(row[name]) for row in rows]) for name in ("father", "mother", "height")]
    assert np.round(means, 1).tolist() == [69.2, 64.1, 66.8]


def test_the_table_holds_the_numbers_of_the_file():
    table = datasets.load("galton")
    assert FisherZ(table).names == ("father", "mother", "sex", "height")
    for row, values in zip(galton(), table.values.tolist(), strict=True):
        sex = {"female": 0.0, "male": 1.0}[row["sex"]]
        assert values == [float(row["father"]), float(row["mother"]), sex, float(row["height"])]


# Counts and means that the package palmerpenguins and its article print.
def test_penguins_are_what_is_known_of_them():
    rows = galton("penguins")
    assert Counter(row["species"] for row in rows) == {
        "Adelie": 152,
        "Gentoo": 124,
        "Chinstrap": 68,
    }
    assert Counter(row["island"] for row in rows) == {"Biscoe": 168, "Dream": 124, "Torgersen": 52}
    assert Counter(row["sex"] for row in rows) == {"male": 168, "female": 165, "NA": 11}
    known = {"bill": 43.92, "depth": 17.15, "flipper": 200.92, "mass": 4201.75}
    for name, mean in known.items():
        found = [float(row[name]) for row in rows if row[name] != "NA"]
        assert len(found) == 342
        assert round(np.mean(found), 2) == mean


def test_the_rows_of_one_species_alone():
    rows = [row for row in galton("penguins") if row["species"] == "Gentoo"]
    whole = [row for row in rows if "NA" not in row.values()]
    table = datasets.load("penguins", only={"species": "Gentoo"})
    assert table.columns == ("bill", "depth", "flipper", "mass", "sex")
    assert table.values[:, 3].tolist() == [float(row["mass"]) for row in whole]


def test_rows_that_there_are_not_are_refused():
    with pytest.raises(DataError, match="there is no column 'kind'; choose one of species, island"):
        datasets.load("penguins", only={"kind": "Gentoo"})
    with pytest.raises(DataError, match="no row has 'Emperor' in column species; choose one of Ad"):
        datasets.load("penguins", only={"species": "Emperor"})


def test_another_name_is_refused():
    with pytest.raises(DataError, match="there is no data set 'galtn'; did you mean 'galton'"):
        datasets.load("galtn")
    with pytest.raises(DataError, match="there is galton, penguins"):
        datasets.info("iris")
