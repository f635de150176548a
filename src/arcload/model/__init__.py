"""The problem and its answers: networks, vehicles, tours, results, and the definition of the cost.

It imports nothing of the floors above.
"""
