#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Launch, replay and compile times of CuPy and Numba: the rows of bench/launch.cpp,
bench/graphs.cpp and bench/compile.cpp for other libraries. Run it on the same device right after
them.

Prints medians on the host's clock. Names libraries that are not installed and leaves them out.

Usage: launch.py [REPEATS]
"""

import os
import statistics
import sys
import tempfile
import time

# Starts with empty caches, so that no result of an earlier run is reused.
os.environ["CUPY_CACHE_DIR"] = tempfile.mkdtemp()
os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()

LAUNCHES = 2000  # number of launches queued between two waits, as in bench/launch.cpp
NODES = 20  # number of launches in a graph, as in bench/graphs.cpp
REPLAYS = 200  # number of replays queued between two waits
REPEATS = int(sys.argv[1]) if len(sys.argv) > 1 else 41

NOTHING = r"""
extern "C" __global__ void nothing(size_t count, float scale, const float* from, float* to) {}"""

# The kernel of 30 lines from bench/compile.cpp. Each VARIANT is a new kernel.
BODIES = r"""
struct Body {
    float4 place;
    float4 speed;
};

__device__ float3 pull(float4 at, float4 other) {
    const float3 offset = make_float3(other.x - at.x, other.y - at.y, other.z - at.z);
    const float square =
        offset.x * offset.x + offset.y * offset.y + offset.z * offset.z + 0.01f;
    const float inverse = rsqrtf(square);
    const float strength = other.w * inverse * inverse * inverse;
    return make_float3(offset.x * strength, offset.y * strength, offset.z * strength);
}

extern "C" __global__ void step_VARIANT(int count, float dt, const Body* from, Body* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Body body = from[i];
    float3 sum = make_float3(0.0f, 0.0f, VARIANT.0f);
    for (int j = 0; j < count; ++j) {
        const float3 one = pull(body.place, from[j].place);
        sum = make_float3(sum.x + one.x, sum.y + one.y, sum.z + one.z);
    }
    body.speed.x += dt * sum.x;
    body.speed.y += dt * sum.y;
    body.speed.z += dt * sum.z;
    body.place.x += dt * body.speed.x;
    to[i] = body;
}"""


def median_seconds(work, repeats=REPEATS):
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def show(what, seconds, unit="us"):
    scale = {"us": 1e6, "ms": 1e3}[unit]
    print(f"  {what:<44} {seconds * scale:8.2f} {unit}")


def per_launch(launch, wait):
    def work():
        for _ in range(LAUNCHES):
            launch()
        wait()

    return median_seconds(work) / LAUNCHES


def measure_cupy():
    import cupy

    print(f"CuPy {cupy.__version__}")
    stream = cupy.cuda.Stream(non_blocking=True)
    memory = cupy.zeros(32, dtype=cupy.float32)
    nothing = cupy.RawKernel(NOTHING, "nothing")
    arguments = (cupy.uint64(32), cupy.float32(2), memory, memory)

    with stream:
        show(
            "RawKernel, launch",
            per_launch(lambda: nothing((1,), (32,), arguments), stream.synchronize),
        )
        stream.begin_capture()
        for _ in range(NODES):
            nothing((1,), (32,), arguments)
        graph = stream.end_capture()

    def replay():
        for _ in range(REPLAYS):
            graph.launch(stream)
        stream.synchronize()

    show("graph of 20 launches", median_seconds(replay) / REPLAYS)

    variant = iter(range(1, 1000))

    def compile_one():
        number = str(next(variant))
        source = BODIES.replace("VARIANT", number)
        cupy.RawModule(code=source).get_function("step_" + number)

    show("compile and load 30 lines", median_seconds(compile_one, 15), "ms")

    source = BODIES.replace("VARIANT", "0")

    def load_one():
        # Alternates between two options, because CuPy keeps modules in memory by text and options.
        cupy.RawModule(code=source, options=("-DROUND=" + str(next(variant) % 2),)).get_function(
            "step_0"
        )

    show("the same from its disk cache", median_seconds(load_one, 15), "ms")


def measure_numba():
    import numpy

    # Adds a function that NumPy 2 removed but that Numba 0.6x needs on import.
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = numpy.vstack
    import numba
    from numba import cuda

    print(f"Numba {numba.__version__}")
    stream = cuda.stream()
    memory = cuda.device_array(32, dtype="float32")

    @cuda.jit("void(uint64, float32, float32[::1], float32[::1])")
    def nothing(count, scale, source, target):
        pass

    configured = nothing[1, 32, stream]
    show(
        "configured kernel, launch",
        per_launch(lambda: configured(32, 2.0, memory, memory), stream.synchronize),
    )


def main():
    for measure in (measure_cupy, measure_numba):
        try:
            measure()
        except Exception as failure:  # from the library or its installation
            print(f"skipped {measure.__name__}: {failure!r}")


if __name__ == "__main__":
    main()
