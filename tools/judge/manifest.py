# SPDX-License-Identifier: MIT
"""Cases from a manifest: small ones, whose files are beside it, and recipes.

A recipe's graph is made once by hw3-gen. Its distances are computed once by the reference solver
and count only after hw3-check has proven all their rows. Graph, digest and, up to a size, the distances are
kept in a cache folder; file names hold a part of the graph's digest, so another recipe is another
file."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from cases import Case, CaseError, wanted
from files import sha256_of_path

FORMAT = 1
PROVEN = "all rows proven"  # in hw3-check's verdict; without it only a sample was recomputed
KEPT = 128 << 20  # bytes: larger distance files are kept as digests only


class Tools:
    """hw3-gen, hw3-check and the reference solver: each a path or a name to find."""

    def __init__(self, folders, reference):
        self.folders = [pathlib.Path(folder) for folder in folders]
        self.reference = reference

    def find(self, name):
        if "/" in name:
            candidates = [pathlib.Path(name)]
        else:
            candidates = [folder / name for folder in self.folders]
        for path in candidates:
            if path.is_file() and os.access(path, os.X_OK):
                return str(path.resolve())
        found = shutil.which(name) if "/" not in name else None
        if not found:
            raise CaseError(f"{name}: no such program" + (
                "" if "/" in name else f" in {', '.join(map(str, self.folders))} or on PATH; "
                "--bin-dir says where the programs are"))
        return found

    def run(self, name, *arguments):
        """The last line of standard output."""
        command = [self.find(name), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            raise CaseError(f"{' '.join(command)}: exit code {done.returncode}; {''.join(said)}")
        return (done.stdout.splitlines() or [""])[-1]


class Recipe(Case):
    """A case whose graph is made when it is first needed."""

    def __init__(self, entry, cache, tools):
        stem = f"{entry['name']}-{entry['sha256'][:12]}"
        super().__init__(entry["name"], cache / f"{stem}.in", why=entry.get("why", ""),
                         graph_sha256=entry["sha256"])
        self.vertices, self.edges = entry["vertices"], entry["edges"]
        self.arguments = entry["arguments"]
        self.distances, self.known = cache / f"{stem}.out", cache / f"{stem}.json"
        self.cache, self.tools = cache, tools

    def prepare(self):
        try:
            self.cache.mkdir(parents=True, exist_ok=True)
            if not self.graph.is_file() or sha256_of_path(self.graph) != self.graph_sha256:
                self.make_graph()
            self.sha256 = self.known_digest() or self.prove()
        except OSError as error:
            raise CaseError(f"{error.filename or self.cache}: {error.strerror}") from None
        if self.distances.is_file() and sha256_of_path(self.distances) == self.sha256:
            self.expected = self.distances

    def make_graph(self):
        kind, *options = self.arguments
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            made = pathlib.Path(folder) / "graph"
            self.tools.run("hw3-gen", kind, made, *options)
            if sha256_of_path(made) != self.graph_sha256:
                raise CaseError(f"{self.name}: hw3-gen made other bytes than the manifest's "
                                f"sha256, {self.graph_sha256}")
            made.replace(self.graph)

    def known_digest(self):
        """None where there is none, none of this graph, or one that a sample alone was checked of."""
        try:
            known = json.loads(self.known.read_text(encoding="utf-8"))
            proven = known["graph"] == self.graph_sha256 and PROVEN in known["proof"]
            return known["distances"] if proven else None
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def prove(self):
        reference = self.tools.reference
        with tempfile.TemporaryDirectory(dir=self.cache) as folder:
            made = pathlib.Path(folder) / "distances"
            self.tools.run(reference, self.graph, made)
            # Takes less time than the reference: E V steps beside V^3.
            proof = self.tools.run("hw3-check", "--graph", self.graph, "--rows", "all", made)
            if PROVEN not in proof:
                raise CaseError(f"{self.name}: hw3-check says '{proof}', expected {PROVEN}")
            digest = sha256_of_path(made)
            if made.stat().st_size <= KEPT:
                made.replace(self.distances)
            facts = pathlib.Path(folder) / "facts"
            facts.write_text(json.dumps({"graph": self.graph_sha256, "distances": digest,
                                         "reference": reference, "proof": proof}, indent=1) + "\n")
            facts.replace(self.known)
        return digest


def small_case(folder, entry):
    """A digest alone will do in place of distances. `today`, what programs of now may do in place
    of the right answer, is right as well."""
    code = entry.get("exit", 0)
    exits = {code, entry.get("today", {}).get("exit", code)}
    expected = entry.get("expected")
    return Case(entry["name"], folder / entry["input"], folder / expected if expected else None,
                entry.get("expected_sha256", "").lower() or None, tuple(sorted(exits)),
                why=entry.get("why", ""),
                graph_sha256=entry.get("input_sha256"))


def from_manifest(path, patterns, largest, cache, tools):
    """(cases, names of recipes left out because they have more than `largest` vertices)"""
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise CaseError(f"{path}: format {manifest['format']}, expected {FORMAT}")
        cases = [small_case(path.parent, entry) for entry in manifest.get("small", [])
                 if wanted(entry["name"], patterns)]
        recipes = [Recipe(entry, cache, tools) for entry in manifest.get("generated", [])
                   if wanted(entry["name"], patterns)]
    except OSError as error:
        raise CaseError(f"{path}: {error.strerror}") from None
    except (ValueError, KeyError, TypeError) as error:
        raise CaseError(f"{path}: no manifest of cases: {type(error).__name__}: {error}") from None
    cases += [recipe for recipe in recipes if largest is None or recipe.vertices <= largest]
    return cases, [recipe.name for recipe in recipes if recipe not in cases]
