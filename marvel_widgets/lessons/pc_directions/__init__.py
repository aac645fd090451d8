"""PC's second half: v-structures from the kept sets, contradictions, Meek's rules."""
