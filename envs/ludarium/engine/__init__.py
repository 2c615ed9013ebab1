"""What every game shares: compilation, chance, the functions a game provides, loops over them, batches, positions."""
