"""OrientationLab: from v-structures to the essential graph."""
