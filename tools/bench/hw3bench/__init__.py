# SPDX-License-Identifier: MIT
"""hw3-bench: all benchmarks as one program. A module for each subcommand, on these:

  tables     Markdown tables and the numbers in them
  programs   finds the programs of a build, runs them, and checks what they write
  timing     runs configurations in turn, takes medians, reads ceilings
  frame      options, sessions, results, pages: the frame of all subcommands
  graphs     kinds of graphs beside those of hw3-gen
  ncu        counters of Nsight Compute
  pictures, python_peers   programs of their own, for a Python that has the modules"""
