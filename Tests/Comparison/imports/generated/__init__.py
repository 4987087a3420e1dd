"""Files to import, made from a seed: the same on every machine and in every run."""
