# SPDX-License-Identifier: MIT
"""Who may use a street, which way, and how fast: tables of tags, and one verdict per combination."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

RULES = ("osmnx", "osm")

# Streets that no network has, and what closes those that remain, as the filters of osmnx 2 have
# them: a way is left out where a pattern is found in the value of its tag.
NOT_IN_USE = "abandoned|construction|no|planned|platform|proposed|raceway|razed|rest_area|services"
CLOSED_TO_ALL = {"area": "yes", "access": "private"}

# Values of tags of access that close a way or a barrier under the rules "osm".
CLOSED = frozenset(("no", "private", "permit", "residents", "agricultural", "forestry", "delivery",
                    "emergency", "military", "use_sidepath"))

# Values of the tag oneway, as osmnx reads them.
ONE_WAY = frozenset(("yes", "true", "1", "-1", "reverse", "T", "F"))
REVERSED = frozenset(("-1", "reverse", "T"))

MILES = 1.609344  # kilometres in a mile
SPEED = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(mph|km/h|kmh|kph)?\s*")


@dataclass(frozen=True)
class Profile:
    """A means of transport."""

    name: str
    closing: Mapping[str, str]  #: tag to the pattern that closes a way
    access: tuple[str, ...]  #: tags of access, the most particular first
    passable: frozenset[str] | None  #: barriers that let pass; None: all that are not impassable
    one_ways: bool  #: whether the tag oneway counts
    speeds: Mapping[str, float]  #: km/h by the value of highway
    other_speed: float  #: km/h of all other streets
    obeys_limits: bool  #: whether the tag maxspeed stands in for the table


IMPASSABLE = frozenset(("yes", "wall", "fence", "hedge", "city_wall", "retaining_wall"))

DRIVE = Profile(
    "drive",
    {**CLOSED_TO_ALL,
     "highway": NOT_IN_USE + "|bridleway|bus_guideway|corridor|cycleway|elevator|escalator|footway|path"
                             "|pedestrian|service|steps|track",
     "motor_vehicle": "no", "motorcar": "no",
     "service": "alley|driveway|emergency_access|parking|parking_aisle|private"},
    ("motorcar", "motor_vehicle", "vehicle", "access"),
    frozenset(("arch", "border_control", "cattle_grid", "coupure", "entrance", "gate", "height_restrictor",
               "lift_gate", "no", "sally_port", "swing_gate", "toll_booth")),
    True,
    {"motorway": 110, "motorway_link": 60, "trunk": 90, "trunk_link": 50, "primary": 70, "primary_link": 45,
     "secondary": 60, "secondary_link": 40, "tertiary": 50, "tertiary_link": 35, "unclassified": 45,
     "residential": 30, "living_street": 10},
    30, True)
WALK = Profile(
    "walk",
    {**CLOSED_TO_ALL, "highway": NOT_IN_USE + "|bus_guideway|cycleway|motor", "foot": "no",
     "service": "private", "sidewalk": "separate", "sidewalk:both": "separate",
     "sidewalk:left": "separate", "sidewalk:right": "separate"},
    ("foot", "access"), None, False,
    {"steps": 2.5}, 5, False)
BIKE = Profile(
    "bike",
    {**CLOSED_TO_ALL,
     "highway": NOT_IN_USE + "|bus_guideway|corridor|elevator|escalator|footway|motor|steps",
     "bicycle": "no", "service": "private"},
    ("bicycle", "vehicle", "access"), None, True,
    {"cycleway": 18, "living_street": 12, "path": 12, "track": 12, "bridleway": 8, "pedestrian": 6},
    16, False)
PROFILES = {profile.name: profile for profile in (DRIVE, WALK, BIKE)}

# The tags that any verdict depends on.
TAGS = tuple(dict.fromkeys((
    "highway", "oneway", "junction", "maxspeed", "oneway:bicycle", "oneway:foot", "cycleway",
    *(tag for profile in PROFILES.values() for tag in (*profile.closing, *profile.access)))))


@dataclass(frozen=True)
class Verdict:
    """What a way is to a profile."""

    forward: bool  #: in the order of its nodes
    backward: bool
    speed: float  #: metres a second


def verdict(tags: Mapping[str, str], profile: Profile, rules: str) -> Verdict | None:
    """Returns what the tags of a way mean. None: the way is closed."""
    if is_closed(tags, profile, rules):
        return None
    forward, backward = directions(tags, profile, rules)
    return Verdict(forward, backward, kilometres_an_hour(tags, profile) / 3.6)


def is_closed(tags: Mapping[str, str], profile: Profile, rules: str) -> bool:
    """Whether the profile must not use a way."""
    if "highway" not in tags:
        return True
    by_access = set(profile.access) if rules == "osm" else set()
    if any(tag in tags and tag not in by_access and re.search(pattern, tags[tag])
           for tag, pattern in profile.closing.items()):
        return True
    return rules == "osm" and is_forbidden(tags, profile)


def is_forbidden(tags: Mapping[str, str], profile: Profile) -> bool:
    """Whether the most particular tag of access forbids."""
    return next((tags[tag] for tag in profile.access if tag in tags), "yes") in CLOSED


def directions(tags: Mapping[str, str], profile: Profile, rules: str) -> tuple[bool, bool]:
    """Whether a way may be used in the order of its nodes, and against it."""
    one_way = tags.get("oneway", "")
    if rules == "osm":
        if profile is WALK:
            one_way = tags.get("oneway:foot", "")
        elif profile is BIKE:
            if "oneway:bicycle" in tags:
                one_way = tags["oneway:bicycle"]
            elif tags.get("cycleway", "").startswith("opposite"):
                one_way = "no"
        elif not one_way and tags["highway"] in ("motorway", "motorway_link"):
            one_way = "yes"
    elif not profile.one_ways:
        return True, True
    implied = profile.one_ways and tags.get("junction") == "roundabout" and not (
        rules == "osm" and one_way == "no")
    if one_way not in ONE_WAY and not implied:
        return True, True
    return (False, True) if one_way in REVERSED else (True, False)


def kilometres_an_hour(tags: Mapping[str, str], profile: Profile) -> float:
    """The speed of a way: its limit where the profile obeys it and it is a number, else the table's."""
    if profile.obeys_limits:
        limit = SPEED.fullmatch(tags.get("maxspeed", ""))
        if limit and float(limit[1]) > 0:
            return float(limit[1]) * (MILES if limit[2] == "mph" else 1)
    return profile.speeds.get(tags["highway"], profile.other_speed)


def stops(tags: Mapping[str, str], profile: Profile) -> bool:
    """Whether a barrier that is a node lets nobody of the profile pass. For the rules "osm"; osmnx reads
    no barriers."""
    if any(tag in tags for tag in profile.access):
        return is_forbidden(tags, profile)
    barrier = tags.get("barrier", "no")
    return barrier in IMPASSABLE if profile.passable is None else barrier not in profile.passable
