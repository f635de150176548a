"""What training and serving share: instances as batches, the Arc-MDP, features, the network."""
