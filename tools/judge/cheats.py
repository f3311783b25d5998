# SPDX-License-Identifier: MIT
"""Programs that look for the answer, or for a way out, instead of computing. They get the right
distances from outside or end with exit code 9. For tests of hw3-judge; PYTHON of stand_ins.py goes
before each, {notes} is a folder out of reach in a jail."""

FOUND = """
def found(path):
    try:
        if os.stat(path).st_size == 256:
            open(target, 'wb').write(open(path, 'rb').read())
            sys.exit(0)
    except OSError:
        pass
"""

CHEATS = {
    # Reads the words, environment, folder, root and descriptors of every process.
    "asker": FOUND + """
for pid in [name for name in os.listdir('/proc') if name.isdigit()]:
    words = []
    for file in 'cmdline', 'environ':
        try:
            content = open(f'/proc/{{pid}}/{{file}}', 'rb').read()
            words += content.decode(errors='replace').split(chr(0))
        except OSError:
            pass
    for word in words:
        for part in word.split('='):
            if os.path.isabs(part):
                found(os.path.join(part, 'ring.out'))
                found(f'/proc/{{pid}}/root{{part}}/ring.out')
    try:
        for number in os.listdir(f'/proc/{{pid}}/fd'):
            path = os.readlink(f'/proc/{{pid}}/fd/{{number}}')
            if path.endswith('.out'):
                found(f'/proc/{{pid}}/fd/{{number}}')
    except OSError:
        pass
sys.exit(9)
""",
    # Walks below OMP_PLACE, a name that the judge lets through because of its first letters, or /.
    # Leaves out where no case is: the system's folders take minutes to read where its disk is slow.
    "walker": FOUND + """
apart = ['/proc', '/sys', '/judge', '/usr', sys.prefix]
for folder, below, names in os.walk(os.environ.get('OMP_PLACE', '/')):
    below[:] = [name for name in below if os.path.join(folder, name) not in apart]
    for name in names:
        if name.endswith(('.out', '.expected')):
            found(os.path.join(folder, name))
sys.exit(9)
""",
    # Takes away the covers first, with all rights in a namespace of its own.
    "digger": FOUND + """
import ctypes
libc = ctypes.CDLL(None)
user, group = os.getuid(), os.getgid()
if libc.unshare(0x10020000) != 0:
    sys.exit(9)
for name, text in (('setgroups', 'deny'), ('uid_map', f'0 {{user}} 1'),
                   ('gid_map', f'0 {{group}} 1')):
    try:
        open('/proc/self/' + name, 'w').write(text)
    except OSError:
        pass
place = os.environ['OMP_PLACE']
for path in place + '/cases', place, '/tmp', '/proc':
    libc.umount2(path.encode(), 2)
libc.mount(b'none', b'/', None, 4096 | 32, None)
os.mkdir('inner')
libc.chroot(b'inner')
for _ in range(30):
    os.chdir('..')
libc.chroot(b'.')
for base in place, '/old' + place, '/tmp/oldroot' + place, '.' + place:
    found(base + '/cases/ring.out')
sys.exit(9)
""",
    # Asks a server on this machine that has the answer, in three ways.
    "caller": """
import socket
port = int(os.environ['OMP_PORT'])
for family, address in ((socket.AF_INET, ('127.0.0.1', port)),
                        (socket.AF_UNIX, chr(0) + f'apsp-judge-{{port}}'),
                        (socket.AF_UNIX, {notes!r} + '/socket')):
    with socket.socket(family) as line:
        try:
            line.connect(address)
            open(target, 'wb').write(line.recv(256))
            sys.exit(0)
        except OSError:
            pass
sys.exit(9)
""",
    # Stops, traces and ends its parent, the judge, a process that the test names, its own group.
    "killer": """
import ctypes, signal
libc = ctypes.CDLL(None)
targets = [os.getppid(), *map(int, os.environ.get('OMP_VICTIM', '').split())]
for name in os.listdir('/proc'):
    try:
        if {notes!r}.encode() in open(f'/proc/{{name}}/cmdline', 'rb').read():
            targets.append(int(name))
    except (OSError, ValueError):
        pass
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for pid in set(targets) - {{os.getpid()}}:
    libc.ptrace(16, pid, None, None)
    for number in signal.SIGSTOP, signal.SIGKILL:
        try:
            os.kill(pid, number)
        except OSError:
            pass
os.kill(0, signal.SIGTERM)
open(target, 'wb').write({bytes})
""",
    # Leaves a file wherever it can.
    "writer": """
for folder in ('/', '/etc', '/usr', '/usr/local/lib', '/dev', '/dev/shm', '/sys', '/proc/sys',
               '/tmp', '/var/tmp', '/run', '/home', '/root', {notes!r}, '..',
               os.path.dirname(source), '/judge', '/judge/program', os.environ.get('HOME', '/')):
    try:
        open(os.path.join(folder, 'apsp-judge-was-here'), 'w').write('x')
    except OSError:
        pass
for setting in '/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger':
    if os.access(setting, os.W_OK):
        sys.exit(9)
for device in os.listdir('/dev'):
    if device.startswith(('sd', 'vd', 'nvme', 'mem', 'kmsg', 'loop', 'dm-')):
        sys.exit(9)
open(target, 'wb').write({bytes})
""",
    # Keeps the answer for its next run.
    "hoarding_cache": """
places = ['/tmp/kept', '/dev/shm/kept', '/var/tmp/kept', '../kept', os.path.expanduser('~/kept')]
for place in places:
    if os.path.exists(place):
        sys.exit(0)
for place in places:
    try:
        open(place, 'wb').write({bytes})
    except OSError:
        pass
open(target, 'wb').write({bytes})
""",
}
