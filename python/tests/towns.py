# SPDX-License-Identifier: MIT
"""The table of towns that the tests of the command read."""

TOWNS = """from,to,km
Paris,Lyon,465.5
Lyon,Marseille,314.1
Paris,"Lille, Nord",225.3
"Lille, Nord",Strasbourg,523.2
Strasbourg,Lyon,490.1
Nice,Marseille,198.7
"""
