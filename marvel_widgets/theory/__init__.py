"""The paper's theory as functions."""

from typing import TYPE_CHECKING

from marvel_widgets._lazy import lazy

if TYPE_CHECKING:
    from marvel_widgets.theory.adversary import Adversary as Adversary
    from marvel_widgets.theory.adversary import agreement as agreement
    from marvel_widgets.theory.adversary import algorithm_strategy as algorithm_strategy
    from marvel_widgets.theory.adversary import duel as duel
    from marvel_widgets.theory.bounds import FORMULAS as FORMULAS
    from marvel_widgets.theory.bounds import TERMS as TERMS
    from marvel_widgets.theory.bounds import Sizes as Sizes
    from marvel_widgets.theory.bounds import chain as chain
    from marvel_widgets.theory.bounds import corollary_exponent as corollary_exponent
    from marvel_widgets.theory.bounds import lower_bound as lower_bound
    from marvel_widgets.theory.bounds import lower_bound_clusters as lower_bound_clusters
    from marvel_widgets.theory.bounds import lower_bound_empty as lower_bound_empty
    from marvel_widgets.theory.bounds import measure as measure
    from marvel_widgets.theory.bounds import overall_upper_bound as overall_upper_bound
    from marvel_widgets.theory.bounds import ratios as ratios
    from marvel_widgets.theory.bounds import split_weight as split_weight
    from marvel_widgets.theory.bounds import table_one as table_one
    from marvel_widgets.theory.bounds import term as term
    from marvel_widgets.theory.bounds import upper_bound as upper_bound
    from marvel_widgets.theory.consistent_dags import all_dags as all_dags
    from marvel_widgets.theory.counterexamples import HYPOTHESES as HYPOTHESES
    from marvel_widgets.theory.counterexamples import dags_up_to_renaming as dags_up_to_renaming
    from marvel_widgets.theory.counterexamples import (
        smallest_counterexample as smallest_counterexample,
    )
    from marvel_widgets.theory.examples import Cell as Cell
    from marvel_widgets.theory.examples import Example as Example
    from marvel_widgets.theory.lemma_checks import check_lemma as check_lemma
    from marvel_widgets.theory.removability_proof import judged_path as judged_path
    from marvel_widgets.theory.removability_proof import missing_separators as missing_separators
    from marvel_widgets.theory.removability_proof import paths_through as paths_through
    from marvel_widgets.theory.removability_proof import walk_path as walk_path

__getattr__, __dir__, __all__ = lazy(__name__)
