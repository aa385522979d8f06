#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Interrupts recorded runs at random moments, resumes them, and checks that the result is the same.

    tests/soak/saved_runs.py [--signals 500] [--glint build/release/bin/glint] [--seed S]

SIGINT, SIGTERM or SIGKILL is sent up to 0.3 s after a start. Each run is resumed from one of its
checkpoints until it has received 20 signals. Then it is replayed from its log, which must give the
checksums that its parts wrote, and its table must contain each row once.
"""

import argparse
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

SOURCE = """#include <glint/sim.cuh>
//@ simulation "Spread"
//@ frame 3 steps
struct Grid {      //@ 200 x 120
    float* level;  //@ "Level"
};
__device__ unsigned int calls;
//@ init
__global__ void fill(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = 0.01f * c.x + 0.1f * c.y;
}
//@ step
__global__ void spread(int width, int height, const float* level, float* level_next) {
    const int2 c = glint::cell();
    if (c.x < 1 || c.y < 1 || c.x >= width - 1 || c.y >= height - 1) return;
    const float* at = level + c.y * width + c.x;
    level_next[c.y * width + c.x] = *at + 0.2f * (at[1] + at[-1] - 2 * *at) + 1e-6f * (calls % 7);
}
//@ step
__global__ void count(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x == 0 && c.y == 0) calls += 1;
}
//@ max "Highest"
__device__ float highest(float level) { return level; }
"""
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]
PER_RUN = 20


class Failure(Exception):
    pass


def start_and_signal(command, chance):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    time.sleep(chance.uniform(0, 0.3))
    which = chance.choice(SIGNALS)
    process.send_signal(which)
    error = process.communicate(timeout=60)[1].decode()
    allowed = [130] if which != signal.SIGKILL else [-signal.SIGKILL]
    # A signal before the handler is installed, or during exit, ends the program directly.
    if process.returncode not in allowed + [-which]:
        raise Failure(f"exit status {process.returncode} after {which.name}: {error}")


def check_table(folder):
    table = folder / "monitors.csv"
    if not table.exists():
        return
    steps = [int(row.split(",")[0]) for row in table.read_text().split("\n")[1:-1]]
    if steps != list(range(3, 3 * len(steps) + 1, 3)):
        raise Failure(f"{table} does not have exactly one row per frame: {steps}")


def interrupt(glint, folder, count, chance):
    """Number of starts that resumed from a checkpoint."""
    run = folder / "run"
    source = folder / "spread.cu"
    source.write_text(SOURCE)
    resumed = 0
    for _ in range(count):
        if checkpoints := sorted(run.glob("checkpoint-*.npz")):
            # Also from an earlier checkpoint, which discards the later steps.
            start = chance.choice([run, *checkpoints])
            start_and_signal([glint, "resume", start, "--frames", "1000000"], chance)
            resumed += 1
        else:
            start_and_signal([glint, "run", source, "--headless", "--device", "cpu", "--frames",
                              "1000000", "--every", "0", "--out", run, "--checkpoint-every", "40",
                              "--sums-every", "25"], chance)
    if not list(run.glob("checkpoint-*.npz")):
        return resumed
    for words in (["resume", run, "--frames", "5"], ["replay", run, "--verify"]):
        outcome = subprocess.run([glint, *words], capture_output=True, text=True, check=False)
        if outcome.returncode != 0:
            raise Failure(f"glint {words[0]} failed: {outcome.stdout}{outcome.stderr}")
    check_table(run)
    return resumed


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--signals", type=int, default=500)
    parser.add_argument("--glint", default="build/release/bin/glint")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    options = parser.parse_args()
    chance = random.Random(options.seed)
    glint = str(pathlib.Path(options.glint).resolve())
    left, resumed, runs = options.signals, 0, 0
    while left > 0:
        with tempfile.TemporaryDirectory() as name:
            try:
                resumed += interrupt(glint, pathlib.Path(name), min(left, PER_RUN), chance)
            except Failure as failure:
                print(f"seed {options.seed}, run {runs}: {failure}", file=sys.stderr)
                return 1
        left -= PER_RUN
        runs += 1
    print(f"{options.signals} signals sent to {runs} runs, which were resumed {resumed} times: "
          "all results are those of uninterrupted runs")
    return 0


sys.exit(main())
