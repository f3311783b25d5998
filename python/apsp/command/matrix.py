# SPDX-License-Identifier: MIT
"""`apsp matrix MAP POINTS [DESTINATIONS] -o OUT`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from apsp.command.graphs import works

if TYPE_CHECKING:
    from apsp.maps import Snapped


@click.command(epilog="""\b
MAP     .osm.pbf or .osm, also .gz and .bz2; .graphml of osmnx
POINTS  .csv, .tsv or .parquet with the columns latitude and longitude, or
        lat and lon, and a name or id of each point
OUT     .parquet, .csv or .tsv: a row for each point, a column for each
        destination, empty or null where no way leads; .npy: the numbers
        alone, float32, NaN; - is CSV""")
@click.argument("map_file", metavar="MAP")
@click.argument("points", metavar="POINTS")
@click.argument("destinations", metavar="[DESTINATIONS]", required=False)
@click.option("-o", "--output", "out", metavar="OUT", required=True, help="The file to write.")
@click.option("--profile", type=click.Choice(["drive", "walk", "bike"]), default="drive", show_default=True,
              help="Who goes.")
@click.option("--by", type=click.Choice(["length", "time"]), default="length", show_default=True,
              help="Metres, or seconds by the table of speeds.")
@click.option("--rules", type=click.Choice(["osmnx", "osm"]), default="osmnx", show_default=True,
              help="Open streets as osmnx has them, or by more tags: barriers, access of the profile, "
                   "one-ways that except bicycles.")
@click.option("--snap", "snap_to", type=click.Choice(["edge", "vertex"]), default="edge", show_default=True,
              help="Points lie at the nearest place of a street, or at the nearest crossing or end.")
@click.option("--most-snap", type=float, default=1000, show_default=True, metavar="METRES",
              help="How far a point may be from there.")
@click.option("--far", type=click.Choice(["error", "null"]), default="error", show_default=True,
              help="What a point is that is farther: an error, or without a way.")
@click.option("--long", is_flag=True, help="A table of source, target, metres or seconds: a row a pair.")
@click.option("--snapped", metavar="FILE",
              help="Also a table of the points, their places, and metres between them.")
@click.option("--all-components", is_flag=True,
              help="Keep islands: parts that no street joins to the largest.")
@click.option("--quiet", is_flag=True, help="Print only errors, and what changes the answer.")
@works
def command(map_file: str, points: str, destinations: str | None, out: str, profile: str, by: str, rules: str,
            snap_to: str, most_snap: float, far: str, long: bool, snapped: str | None, all_components: bool,
            quiet: bool, device: str, threads: int) -> None:
    """Compute the lengths or times of ways between points on a map.

    From each of POINTS to each other one, or to each of DESTINATIONS.
    """
    from apsp import maps
    from apsp.answers.files import NamedFiles
    from apsp.command.console import bytes_of, extent, progress

    if not most_snap >= 0:
        raise click.UsageError(f"--most-snap is {most_snap:g}, expected metres, 0 or more")
    maps.check_output(out, snapped)
    files = NamedFiles()
    for argument, path in (("MAP", map_file), ("POINTS", points), ("DESTINATIONS", destinations)):
        files.read(argument, path)
    files.write("--output", out)
    files.write("--snapped", snapped)
    origins = maps.read_points(points)
    ends = origins if destinations is None else maps.read_points(destinations)
    streets = maps.read(map_file, profile, rules=rules, components="all" if all_components else "largest")
    for note in streets.notes:
        click.echo(f"apsp: {map_file}: {note}", err=True)
    starts = maps.snap(streets, origins, to=snap_to, most=most_snap, far=far)
    places = [starts] if destinations is None else [
        starts, maps.snap(streets, ends, to=snap_to, most=most_snap, far=far)]
    for file, found in zip((points, destinations), places):
        tell(str(file), found, most_snap, quiet)
    if not quiet:
        click.echo(f"apsp: {extent(len(streets), len(streets.tails))}; {len(origins):,} x {len(ends):,} "
                   f"{'lengths' if by == 'length' else 'times'}, about "
                   f"{bytes_of(4 * len(origins) * len(ends))}", err=True)
    with progress("solving", quiet) as moved:
        maps.write(out, streets, places[0], places[-1], by=by, long=long, threads=threads, device=device,
                   progress=moved)
    if snapped is not None:
        maps.write_snapped(snapped, *places)


def tell(file: str, places: Snapped, most: float, quiet: bool) -> None:
    """Prints how far the points are from their places, and how many have none."""
    near = places.metres[places.found]
    lost = len(places) - len(near)
    if lost:
        click.echo(f"apsp: {file}: {lost:,} of {len(places):,} points are farther than {most:g} m from the "
                   "nearest street: no way leads there", err=True)
    if not quiet and len(near):
        click.echo(f"apsp: {file}: places in streets for {len(near):,} of {len(places):,} points, "
                   f"{near.mean():.0f} m away in the mean, {near.max():.0f} m at most", err=True)
