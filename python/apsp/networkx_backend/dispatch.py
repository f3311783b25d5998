# SPDX-License-Identifier: MIT
"""Answers for NetworkX: conversion, and whether a call can and should run here."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping, Sequence
from typing import Any, Callable

import networkx as nx

from . import algorithms
from .graph import NETWORKX_VERSION, STRICT, GraphView, unwrap

# Below this many nodes NetworkX takes less than a solve, about half a millisecond.
SMALL_GRAPH = 32

_OF_ECCENTRICITIES = ("diameter", "radius", "center", "periphery")
_OF_NAMES_ONLY = (
    "floyd_warshall",
    "floyd_warshall_numpy",
    "floyd_warshall_predecessor_and_distance",
)

# NetworkX takes a string for the reason of a refusal from this version on; it is true before.
_REASONS_SINCE = (3, 3)


def convert_from_nx(graph: nx.Graph[Any], **kept: Any) -> GraphView:
    """Returns `graph` as this backend holds it; nothing is copied, whatever is to be kept."""
    del kept
    return GraphView(graph)


def convert_to_nx(result: Any, **named: Any) -> Any:
    """Returns the graph of NetworkX behind a view, and any other result as it is."""
    del named
    return unwrap(result)


def can_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """Returns True, or the reason why this backend cannot answer the call."""
    return _verdict(_reason_against(name, args, kwargs))


def should_run(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool | str:
    """Returns True, or the reason why NetworkX itself serves better."""
    return _verdict(_reason_to_leave(name, args, kwargs))


def _verdict(reason: str | None) -> bool | str:
    if reason is None:
        return True
    return reason if NETWORKX_VERSION >= _REASONS_SINCE else False


def _arguments(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the call's arguments by name with their defaults, or raises TypeError."""
    function: Callable[..., Any] = getattr(algorithms, name)
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.arguments


def _reason_against(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    try:
        call = _arguments(name, args, kwargs)
    except TypeError as error:
        return str(error)
    if call.get("sp") is not None:
        return "lengths given as sp: nothing is left to solve"
    if name in _OF_ECCENTRICITIES:
        if call["e"] is not None:
            return "eccentricities given as e: nothing is left to solve"
        if len(call["G"]) == 0:
            return "no node found, at least one expected"
    if callable(call.get("weight")) and _looks_weight_up(name, call):
        return "a function as weight found, the name of an edge attribute expected"
    return None


def _looks_weight_up(name: str, call: Mapping[str, Any]) -> bool:
    """Whether NetworkX takes the weight for a key even where it is a function."""
    if STRICT:
        return name == "floyd_warshall_numpy" or call.get("method") == "floyd-warshall-numpy"
    return name in _OF_NAMES_ONLY or str(call.get("method")).startswith("floyd-warshall")


def _reason_to_leave(name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str | None:
    call = _arguments(name, args, kwargs)
    size = len(call["G"])
    if size < SMALL_GRAPH:
        return f"{size} nodes: NetworkX is as fast below {SMALL_GRAPH}"
    needed, there = 8 * size * size, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    if needed > there // 2:
        return f"{size} nodes: {needed / 2**30:.3g} GiB for all pairs, {there / 2**31:.3g} expected"
    if call.get("cutoff") is not None:
        return "cutoff given: NetworkX searches that far only"
    if call.get("usebounds") is True and not call["G"].is_directed():
        return "usebounds=True: NetworkX needs few searches"
    if call.get("u") is not None:
        return "one node asked: NetworkX needs one search"
    if any(call.get(one) in call["G"] for one in ("v", "nbunch", "sources")):
        return "one node asked: NetworkX needs one search"
    return None
