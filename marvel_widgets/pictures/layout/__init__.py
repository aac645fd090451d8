"""Where the variables of a DAG are drawn: in rows, causes above effects.

The method is Sugiyama's: give every vertex a row, cut long edges into pieces with dummy
vertices, order the rows so that few pieces cross, then choose coordinates. As our edges are
drawn as one curve each and not along their dummies, they are then bent so that few cross.
"""
