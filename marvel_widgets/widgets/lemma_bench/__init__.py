"""LemmaBench and Breaker: check a lemma, and break it by dropping a hypothesis."""
