"""Write a step of MARVEL or PC yourself: judged on hidden graphs, by what it asks and returns."""
