#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two real networks that a machine has at hand, as CSV with names: which installed Debian package
needs which, and which module of Python's standard library imports which.

Usage: real_networks.py packages|imports FILE.csv"""

import pathlib
import re
import sys
import sysconfig

DPKG = pathlib.Path('/var/lib/dpkg/status')


def package_edges():
    for entry in DPKG.read_text(encoding='utf-8', errors='replace').split('\n\n'):
        fields = dict(re.findall(r'^([\w-]+): (.*)$', entry, re.MULTILINE))
        needed = ', '.join(fields.get(name, '') for name in ('Pre-Depends', 'Depends'))
        for name in re.findall(r'(?:^|,|\|) *([\w.+-]+)', needed):
            yield fields['Package'], name


def import_edges():
    library = pathlib.Path(sysconfig.get_path('stdlib'))
    for path in sorted(library.rglob('*.py')):
        if 'site-packages' in path.parts or 'test' in path.parts:
            continue
        parts = path.relative_to(library).with_suffix('').parts
        module = '.'.join(part for part in parts if part != '__init__')
        text = path.read_text(encoding='utf-8', errors='replace')
        for name in re.findall(r'^\s*(?:from|import)\s+(\w[\w.]*)', text, re.MULTILINE):
            yield module, name


NETWORKS = {'packages': package_edges, 'imports': import_edges}


def csv(edges):
    return 'source,target\n' + ''.join(f'{u},{v}\n' for u, v in edges)


if __name__ == '__main__':
    if len(sys.argv) != 3 or sys.argv[1] not in NETWORKS:
        sys.exit(__doc__)
    edges = dict.fromkeys(NETWORKS[sys.argv[1]]())
    pathlib.Path(sys.argv[2]).write_text(csv(edges), encoding='utf-8')
