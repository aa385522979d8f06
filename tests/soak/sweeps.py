#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kills sweeps at random moments and resumes them, and checks that no case is lost or run twice.

A sweep of short cases is started and killed with SIGKILL --kills times. Each start continues in the
folder of the previous one. After each kill, the existing results must be complete, and earlier
results must be the same files, with equal bytes and times. Finally the sweep runs to its end, and
its table must equal that of a sweep that was never killed.

Usage: sweeps.py --glint PROGRAM [--kills 100] [--cases 60] [--jobs 4] [--seed 1]
"""

import argparse
import csv
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = """#include <glint/sim.cuh>
//@ simulation "Counted"
//@ frame 5 steps
struct Params {
    int add = 1;  //@ 0..1000 "Add"
};
struct Grid {     //@ 32 x 16
    int* sum;     //@ 0..10000 "Sum"
};
//@ step
__global__ void count(int width, int height, Params params, int* sum) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) sum[c.y * width + c.x] += params.add;
}
//@ max "Most"
__device__ int most(int sum) { return sum; }
"""


def command(options: argparse.Namespace, folder: str) -> list[str]:
    return [options.glint, "sweep", "counted.cu", f"add=1..{options.cases}", "--device", "cpu",
            "--frames", "4", "--jobs", str(options.jobs), "--out", folder]


def results(folder: pathlib.Path) -> dict[str, tuple[int, int, str]]:
    """For each case with a result: inode, modification time and content of the file."""
    found = {}
    for file in folder.glob("case-*/result.json"):
        status = file.stat()
        text = file.read_text(encoding="utf-8")
        json.loads(text)  # throws if truncated
        found[file.parent.name] = (status.st_ino, status.st_mtime_ns, text)
    return found


def children_of(process: int) -> list[int]:
    try:
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    except OSError:
        return []
    return [int(word) for word in text.split()]


def is_running(process: int) -> bool:
    try:
        stat = pathlib.Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


def kill_once(options: argparse.Namespace, where: pathlib.Path, after: float, waits: bool) -> bool:
    """Returns true if the sweep ended before it was killed. Without `waits`, the next start may
    meet cases that are still ending."""
    started = subprocess.Popen(command(options, "killed"), cwd=where, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    time.sleep(after)
    children = children_of(started.pid)
    started.send_signal(signal.SIGKILL)
    said = started.communicate()[1]
    if started.returncode not in (-signal.SIGKILL, 0):
        sys.exit(f"a sweep exited with status {started.returncode}:\n{said}")
    deadline = time.monotonic() + 10
    while waits and any(map(is_running, children)):
        if time.monotonic() > deadline:
            sys.exit("cases are still running after their sweep was killed")
        time.sleep(0.002)
    return started.returncode == 0


def values(table: pathlib.Path) -> list[dict[str, str]]:
    with table.open(newline="", encoding="utf-8") as rows:
        return [{name: value for name, value in row.items() if name != "seconds"}
                for row in csv.DictReader(rows)]


def run(options: argparse.Namespace, where: pathlib.Path) -> str:
    (where / "counted.cu").write_text(SOURCE, encoding="utf-8")
    began = time.monotonic()
    subprocess.run(command(options, "whole"), cwd=where, check=True, capture_output=True)
    whole = time.monotonic() - began
    rng = random.Random(options.seed)
    folder, before, kills, restarts = where / "killed", {}, 0, 0
    while kills < options.kills:
        # Short enough that a sweep is killed several times before it ends.
        if kill_once(options, where, rng.uniform(0, 0.25 * whole), rng.random() < 0.3):
            for file in folder.glob("case-*/*"):
                file.unlink()
            before, restarts = {}, restarts + 1
            continue
        kills += 1
        now = results(folder)
        for case, result in before.items():
            if now.get(case) != result:
                sys.exit(f"kill {kills}: the result of {case} was {result}, but is now "
                         f"{now.get(case)}")
        before = now
        if len(now) == options.cases:  # only the table is missing
            for file in folder.glob("case-*/*"):
                file.unlink()
            before, restarts = {}, restarts + 1
    done = subprocess.run(command(options, "killed"), cwd=where, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"the last sweep ended with status {done.returncode}:\n{done.stdout}{done.stderr}")
    now = results(folder)
    if any(now[case] != result for case, result in before.items()):
        sys.exit("the last sweep reran cases that already had a result")
    if values(folder / "table.csv") != values(where / "whole" / "table.csv"):
        sys.exit("the table differs from that of an uninterrupted sweep")
    left = [str(file) for file in folder.rglob("*.tmp")]
    if left:
        sys.exit(f"temporary files were not removed: {left}")
    return (f"killed a sweep of {options.cases} cases, which takes {whole:.1f} s, {kills} times, "
            f"and started over {restarts} times: no case was lost, run twice or left incomplete")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glint", required=True, type=os.path.abspath)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--cases", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        print(run(given, pathlib.Path(place)))
