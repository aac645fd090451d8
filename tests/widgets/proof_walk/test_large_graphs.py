"""On a network of many variables the walk begins soon: little is looked at, nothing drawn twice."""

import pytest

from marvel_widgets import is_removable, networks
from marvel_widgets.pictures import stage
from marvel_widgets.theory import removability_proof
from marvel_widgets.theory.removability_proof import instructive_query, walk_path
from marvel_widgets.widgets import ProofWalk


def test_the_lines_of_a_graph_are_bent_once_for_all_steps(monkeypatch):
    bent = []
    plain = stage.edge_bends
    monkeypatch.setattr(stage, "edge_bends", lambda *given: bent.append(1) or plain(*given))
    walk = ProofWalk(networks.load("insurance"))
    walk.model.seek(walk.model.film.last)
    walk.text(), walk.svg()
    assert len(bent) <= 1


@pytest.mark.parametrize("name", ["sachs", "alarm"])
def test_a_telling_path_is_looked_for_near_the_variable(monkeypatch, name):
    dag, seen = networks.load(name), []
    plain = removability_proof.paths_through

    def counted(around, *args, **kwargs):
        seen.append(len(around))
        return plain(around, *args, **kwargs)

    monkeypatch.setattr(removability_proof, "paths_through", counted)
    for x in dag.nodes[:8]:
        found = instructive_query(dag, x)
        if found is not None and is_removable(dag, x):
            walk_path(dag, x, *found)  # raises for what is no path of the whole graph
    assert max(seen) <= 12
