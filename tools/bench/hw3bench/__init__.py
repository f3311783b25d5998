# SPDX-License-Identifier: MIT
"""The benchmarks of the solvers, as one package. Modules, from the floor up:

  options          values and options that the scripts share; how a script starts and ends
  programs         finds the programs of a build and runs them
  case             a graph, and the distances that count as right for it
  timing           runs configurations in turn, takes medians, reads ceilings
  tables           Markdown tables and the numbers in them
  pages            the marked parts of Markdown pages
  results          results that every script has: file form, closing lines
  peers            methods of Python libraries that can run here
  cpu, cpu_results, picture, scipy_peer, compare   hw3-bench
  sparse, sparse_results, graphs                   hw3-bench --sparse
  gpu, gpu_results, ncu                            hw3-gpu-report
  scaling, scaling_results                         hw3-scaling-report
  width, graphs                                    hw3-width-report"""
