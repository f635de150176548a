"""What a notebook shows of instances, plans and results."""
