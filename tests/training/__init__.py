"""Tests of training: advantages by seat, opponents, networks, going on from a saved state."""
