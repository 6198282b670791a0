"""Players that learn by playing against themselves. PyTorch is needed here, and nowhere else."""
