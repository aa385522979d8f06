#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills runs that save fields at random moments, and checks that each file with its final name is
complete.

    tests/soak/saved_fields.py [--kills 500] [--glint build/release/bin/glint]

Each element of the field is the step number, so the expected content of every file is known. Each
run saves every step in one of the formats .npy, .vti, compressed .vti, .ply and .csv, in turn.
SIGKILL is sent up to 0.2 s after its first file.
"""

import argparse
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
import zlib

SIDE = 512
POINTS = 20000
SOURCE = f"""#include <glint/sim.cuh>
//@ simulation "Steps"
struct Grid {{      //@ {SIDE} x {SIDE}
    float* level;
}};
struct List {{      //@ {POINTS}
    float3* at;     //@ m "At" as points
}};
//@ step
__global__ void raise(int width, int height, float* level) {{
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += 1;
}}
//@ step
__global__ void move(int count, float3* at) {{
    const int i = glint::index();
    if (i < count) at[i] += make_float3(1, 1, 1);
}}
"""
KINDS = [["level", "npy"], ["level", "vti"], ["level", "vti", "--save-compressed"], ["at", "ply"],
         ["at", "csv"]]


def all_are(data, count, step):
    return data == struct.pack("<f", step) * count


def check_npy(data, step):
    length = struct.unpack_from("<H", data, 8)[0]
    return all_are(data[10 + length:], SIDE * SIDE, step)


def check_vti(data, step):
    tail = b"\n  </AppendedData>\n</VTKFile>\n"
    if not data.endswith(tail):
        return False
    start = data.index(b"<AppendedData encoding=\"raw\">\n_") + 31
    inside = data[start:-len(tail)]
    if b"compressor" not in data[:start]:
        return len(inside) == 8 + struct.unpack_from("<Q", inside)[0] and \
            all_are(inside[8:], SIDE * SIDE, step)
    blocks = struct.unpack_from("<Q", inside)[0]
    sizes = struct.unpack_from(f"<{blocks}Q", inside, 24)
    at, whole = 24 + 8 * blocks, b""
    for size in sizes:
        whole += zlib.decompress(inside[at:at + size])
        at += size
    return at == len(inside) and all_are(whole, SIDE * SIDE, step)


def check_ply(data, step):
    start = data.index(b"end_header\n") + 11
    return all_are(data[start:], 3 * POINTS, step)


def check_csv(data, step):
    lines = [line for line in data.decode().splitlines() if not line.startswith("#")]
    return lines == ["x,y,z"] + [f"{step},{step},{step}"] * POINTS and data.endswith(b"\n")


def check_series(path):
    names = [entry.get("file") for entry in xml.etree.ElementTree.parse(path).iter("DataSet")]
    return all((path.parent / name).exists() for name in names)


CHECKS = {".npy": check_npy, ".vti": check_vti, ".ply": check_ply, ".csv": check_csv}


def is_whole(path):
    try:
        if path.suffix == ".pvd":
            return check_series(path)
        step = int(re.search(r"-(\d+)\.", path.name)[1])
        return CHECKS[path.suffix](path.read_bytes(), step)
    except (ValueError, struct.error, zlib.error, xml.etree.ElementTree.ParseError):
        return False


def kill_one(options, source, kind):
    """Kills one run. Returns the number of valid files and of leftover temporary files."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "out")
        process = subprocess.Popen(
            [options.glint, "run", source, "--headless", "--device", "cpu", "--size", "32x32",
             "--every", "0", "--frames", "100000", "--save", kind[0], "--save-every", "1",
             "--save-as", *kind[1:], "--out", folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while process.poll() is None and not list(folder.glob(f"*.{kind[1]}")):
            time.sleep(0.005)
        time.sleep(random.uniform(0, 0.2))
        process.send_signal(signal.SIGKILL)
        said = process.communicate()[1].decode()
        if process.returncode != -signal.SIGKILL:
            sys.exit(f"glint exited with status {process.returncode}:\n{said}")
        files = [path for path in folder.iterdir() if path.suffix in (*CHECKS, ".pvd")]
        torn = [path.name for path in files if not is_whole(path)]
        if torn or not files:
            sys.exit(f"incomplete files: {' '.join(torn)}" if torn else "no file was written")
        return len(files), len(list(folder.glob("*.tmp")))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--glint", default="build/release/bin/glint", help="glint program to test")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    files = left_over = 0
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "steps.cu")
        source.write_text(SOURCE, encoding="utf-8")
        for i in range(options.kills):
            more, left = kill_one(options, source, KINDS[i % len(KINDS)])
            files += more
            left_over += left
    print(f"{options.kills} runs killed: {files} files are complete; {left_over} incomplete files "
          "have only their temporary names")


if __name__ == "__main__":
    main()
