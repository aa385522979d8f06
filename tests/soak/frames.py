#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a small simulation for many frames on the CPU, and fails if its memory use grows.

    tests/soak/frames.py [--frames 1000000] [--glint build/release/bin/glint]

Gray-Scott on 32 x 32 cells takes 20 steps per frame and writes each frame into the texture that
OpenGL draws. In each tenth of the run, a hundred frames are drawn and saved as images. The program
reports each tenth of its progress. After the first report, the resident size may grow by at most
--growth MB.
"""

import argparse
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def resident_mb(process):
    with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * PAGE_BYTES / 1e6


def write_cells(path, side):
    """A .npy file of side x side concentrations from 0 to 0.6."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({side}, {side}), }}"
    header = header.ljust(117) + "\n"  # data start at a multiple of 64 bytes
    values = [(i % 7) / 10 for i in range(side * side)]
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                     + struct.pack(f"<{len(values)}f", *values))


def start(options, folder):
    cells = pathlib.Path(folder, "cells.npy")
    write_cells(cells, 32)
    return subprocess.Popen(
        [options.glint, "run", "gray_scott", "--headless", "--device", "cpu",
         "--input", str(cells), "--size", "32x32", "--frames", str(options.frames),
         "--every", str(max(1, options.frames // 1000)), "--out", pathlib.Path(folder, "out")],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def sizes_of(process):
    """Yields the resident size at each progress line that the program prints."""
    for line in process.stderr:
        print(line, end="", file=sys.stderr)
        if re.search(r" [1-9]\d*/\d+ ", line):
            yield resident_mb(process)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=1_000_000)
    parser.add_argument("--glint", default="build/release/bin/glint", help="glint program to test")
    parser.add_argument("--growth", type=float, default=8, help="allowed memory growth in MB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process = start(options, folder)
        sizes = list(sizes_of(process))
        status = process.wait()
    if status != 0 or len(sizes) < 5:
        sys.exit(f"glint exited with status {status} after {len(sizes)} tenths of the run")
    growth = max(sizes[:-1]) - sizes[0]  # the last frame is drawn, so it is excluded
    print(f"{options.frames} frames: {sizes[0]:.1f} MB after the first tenth of the run, "
          f"growing by at most {growth:.1f} MB")
    if growth > options.growth:
        sys.exit(f"memory use grew by more than {options.growth:.1f} MB: "
                 + " ".join(f"{size:.1f}" for size in sizes))


if __name__ == "__main__":
    main()
