"""Instances from elsewhere: from files, from networkx graphs and by chance; and back to files.

It may import `model`.
"""
