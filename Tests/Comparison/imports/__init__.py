"""Compares `hearth import` with what its users would use instead. `run` prepares everything and starts it."""
