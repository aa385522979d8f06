#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times CuPy and PyTorch for the work of bench/arrays, on the same device, with device events.

Runs glint's benchmark first if it is given, and CUB's (bench/peers/arrays_cub.cu) if nvcc is found.
Prints the medians of each kind of work side by side, in milliseconds, with glint's ratio to each.

Usage: arrays.py [--glint BUILD/bin/glint_bench_arrays] [--log2 28]
"""

import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

REPEATS = 21

# Maps a name to the number of inputs and the computation: `f` is a library, `x` its arrays.
EXPRESSIONS = {
    "2a + 3b": (2, lambda f, x: 2 * x[0] + 3 * x[1]),
    "a * b + c": (3, lambda f, x: x[0] * x[1] + x[2]),
    "(a - b)^2": (2, lambda f, x: (x[0] - x[1]) * (x[0] - x[1])),
    "sqrt(a^2 + b^2 + c^2)": (3, lambda f, x: f.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2])),
    "where(a > b, a, c)": (3, lambda f, x: f.where(x[0] > x[1], x[0], x[2])),
    "exp(-a) * b + c * d": (4, lambda f, x: f.exp(-x[0]) * x[1] + x[2] * x[3]),
    "a + b + c + d + e": (5, lambda f, x: x[0] + x[1] + x[2] + x[3] + x[4]),
    "(a*b - c*d) / (e*f + 1)": (6, lambda f, x: (x[0] * x[1] - x[2] * x[3]) / (x[4] * x[5] + 1)),
    "a*b + c*d + e*f + g": (7, lambda f, x: x[0] * x[1] + x[2] * x[3] + x[4] * x[5] + x[6]),
    "a*b + c*d + e*f + g*h": (8, lambda f, x: x[0] * x[1] + x[2] * x[3] + x[4] * x[5] + x[6] * x[7]),
}

ROW_LENGTHS = (256, 1024, 4096, 16384)


def softmax(f, x):
    e = f.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def layer_norm(x, scale, shift):
    d = x - x.mean(axis=1, keepdims=True)
    return d / ((d * d).mean(axis=1, keepdims=True) + 1e-5) ** 0.5 * scale + shift


class CupyPeer:
    def __init__(self, count):
        import cupy

        self.cp, self.count = cupy, count

    def median_ms(self, work):
        for _ in range(3):
            work()
        times = []
        for _ in range(REPEATS):
            start, end = self.cp.cuda.Event(), self.cp.cuda.Event()
            start.record()
            work()
            end.record()
            end.synchronize()
            times.append(self.cp.cuda.get_elapsed_time(start, end))
        return statistics.median(times)

    def fused(self, inputs, expression):
        """CuPy inspects a function's parameters, so each number of inputs needs a function."""
        names = ", ".join(f"x{i}" for i in range(inputs))
        function = eval(f"lambda {names}: expression(cp, [{names}])",
                        {"expression": expression, "cp": self.cp})
        return self.cp.fuse(kernel_name="fused")(function)

    def results(self):
        cp, found = self.cp, {"CuPy": {}, "CuPy fused": {}}
        for name, dtype in (("float", cp.float32), ("double", cp.float64)):
            x = [cp.random.rand(self.count).astype(dtype) + 0.1 for _ in range(8)]
            for text, (inputs, expression) in EXPRESSIONS.items():
                row = f"{name}: {text}"
                found["CuPy"][row] = self.median_ms(lambda: expression(cp, x))
                fused = self.fused(inputs, expression)
                found["CuPy fused"][row] = self.median_ms(lambda: fused(*x[:inputs]))
            del x
            cp.get_default_memory_pool().free_all_blocks()
        x = cp.random.rand(self.count, dtype=cp.float32)
        found["CuPy"]["sum of floats"] = self.median_ms(lambda: x.sum())
        square = x.reshape(1 << 14, -1)
        found["CuPy"]["sum along rows"] = self.median_ms(lambda: square.sum(axis=1))
        found["CuPy"]["sum along columns"] = self.median_ms(lambda: square.sum(axis=0))
        for length in ROW_LENGTHS:
            rows = x.reshape(-1, length)
            scale, shift = cp.ones(length, cp.float32), cp.zeros(length, cp.float32)
            found["CuPy"][f"softmax of rows of {length}"] = self.median_ms(lambda: softmax(cp, rows))
            found["CuPy"][f"layer norm of rows of {length}"] = self.median_ms(
                lambda: layer_norm(rows, scale, shift))
            found["CuPy"][f"x / sum(x) of rows of {length}"] = self.median_ms(
                lambda: rows / rows.sum(axis=1, keepdims=True))
        found["CuPy"]["scan of floats"] = self.median_ms(lambda: cp.cumsum(x))
        keys = cp.random.randint(0, 2**32, self.count, dtype=cp.uint32)
        found["CuPy"]["sort of uint32 keys"] = self.median_ms(lambda: cp.sort(keys))
        return found


class TorchPeer:
    def __init__(self, count):
        import torch

        self.torch, self.count = torch, count

    def median_ms(self, work):
        for _ in range(3):
            work()
        self.torch.cuda.synchronize()
        times = []
        for _ in range(REPEATS):
            start, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            work()
            end.record()
            end.synchronize()
            times.append(start.elapsed_time(end))
        return statistics.median(times)

    def results(self):
        torch, found = self.torch, {}
        for name, dtype in (("float", torch.float32), ("double", torch.float64)):
            x = [torch.rand(self.count, device="cuda", dtype=dtype) + 0.1 for _ in range(8)]
            for text, (_, expression) in EXPRESSIONS.items():
                torch._dynamo.reset()  # torch gives up on functions that it has compiled often
                compiled = torch.compile(lambda *given: expression(torch, given), dynamic=False)
                found[f"{name}: {text}"] = self.median_ms(lambda: compiled(*x))
            del x
            torch.cuda.empty_cache()
        x = torch.rand(self.count, device="cuda")
        square = x.view(1 << 14, -1)
        found["sum of floats"] = self.median_ms(lambda: x.sum())
        found["sum along rows"] = self.median_ms(lambda: square.sum(1))
        found["sum along columns"] = self.median_ms(lambda: square.sum(0))
        found["scan of floats"] = self.median_ms(lambda: torch.cumsum(x, 0))
        found["uniform floats"] = self.median_ms(lambda: torch.rand(self.count, device="cuda"))
        return {"torch.compile": found, "PyTorch": self.rows(x)}

    def rows(self, x):
        """Runs PyTorch's own kernels for rows, without a compiler."""
        functional, found = self.torch.nn.functional, {}
        for length in ROW_LENGTHS:
            rows = x.view(-1, length)
            scale = self.torch.ones(length, device="cuda")
            shift = self.torch.zeros(length, device="cuda")
            found[f"softmax of rows of {length}"] = self.median_ms(
                lambda: functional.softmax(rows, 1))
            found[f"layer norm of rows of {length}"] = self.median_ms(
                lambda: functional.layer_norm(rows, (length,), scale, shift))
            found[f"x / sum(x) of rows of {length}"] = self.median_ms(
                lambda: rows / rows.sum(1, keepdim=True))
        return found


def glint_results(program, log2):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "glint.json"
        subprocess.run([program, "--log2", str(log2), "--json", file], check=True)
        return {row["name"]: row["seconds"] * 1e3 for row in json.loads(file.read_text())["rows"]}


def cub_results(log2):
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    source = pathlib.Path(__file__).with_name("arrays_cub.cu")
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "arrays_cub"
        subprocess.run(
            [nvcc, "-O3", "-std=c++17", "-arch=native", source, "-o", program, "-lcurand"],
            check=True)
        text = subprocess.run(
            [program, str(log2)], check=True, capture_output=True, text=True).stdout
    return dict((name, float(ms)) for name, ms in (line.rsplit("\t", 1) for line in text.splitlines()))


def attempt(what, work):
    try:
        return work()
    except Exception as error:  # leaves out the columns of a library that is not installed
        print(f"skipped {what}: {error}", file=sys.stderr)
        return {}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glint")
    parser.add_argument("--log2", type=int, default=28)
    options = parser.parse_args()
    count = 1 << options.log2
    columns = {}
    if options.glint:
        columns["glint"] = glint_results(options.glint, options.log2)
    columns["CUB, cuRAND"] = attempt("CUB", lambda: cub_results(options.log2))
    columns.update(attempt("CuPy", lambda: CupyPeer(count).results()))
    attempt("CuPy's pool", lambda: __import__("cupy").get_default_memory_pool().free_all_blocks())
    columns.update(attempt("PyTorch", lambda: TorchPeer(count).results()))
    glint = columns.get("glint", {})
    print(f"{'work, ms':<34}" + "".join(f"{name:>22}" for name in columns))
    for row in dict.fromkeys(row for column in columns.values() for row in column):
        cells = []
        for name, column in columns.items():
            ms = column.get(row)
            ratio = f" ({ms / glint[row]:.2f})" if ms and name != "glint" and row in glint else ""
            cells.append(f"{ms:.3f}{ratio}" if ms else "-")
        if sum(cell != "-" for cell in cells) > 1:
            print(f"{row:<34}" + "".join(f"{cell:>22}" for cell in cells))
    print("In parentheses: the ratio to glint's time.")


if __name__ == "__main__":
    main()
