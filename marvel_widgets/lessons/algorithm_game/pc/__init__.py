"""The rule book of PC: levels, sets from the neighbors of one end, what the kept sets say."""
