"""Samples as columns: numpy arrays that are views of the bytes that a server sent, or that are to be sent."""
