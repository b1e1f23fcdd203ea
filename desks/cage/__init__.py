"""The cage: one window, one drawer, whoever is signed on at it, and the customer's pad.

Next door: firmware/bank has every rule of money and law; a page here asks it and says what it
said. Never in here: what a drawer should hold before its count is signed.
"""
