"""How short a tour can be, whatever is on board: the postman's linear program with cuts."""
