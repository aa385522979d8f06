#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants small faults in glint's sources, one at a time, and reports which ones the tests notice.

It works in a copy of the tree with a separate build folder, which later runs reuse, so the tree
itself stays unchanged. For each fault, it builds the test programs that belong to the changed file,
and runs them until one fails. A fault that no test notices shows that a test is missing. Some
faults have no visible effect; only a person can decide that.
"""

import argparse
import contextlib
import fcntl
import itertools
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from typing import Iterator, NamedTuple

import faults

SUFFIXES = (".cpp", ".hpp", ".cu", ".cuh")
# Folders whose code the tests cover.
FOLDERS = ("engine", "interop", "kernels", "apps/glint")

# Test programs for a file, by prefix of its path: the programs that run first, and those that run
# if the first ones notice nothing. "array" stands for every program whose name starts with it.
STAGES = [
    ("engine/formats/", ["formats"], ["studio", "mesh_inputs", "apps"]),
    ("engine/base/", ["base"], ["compiler", "driver", "app"]),
    ("engine/backend/", ["driver"], ["fake_cuda", "cpu", "compiler"]),
    ("engine/cuda/", ["fake_cuda"], []),
    ("engine/driver/", ["driver"], ["fake_cuda", "cpu"]),
    ("engine/cpu/runtime/", ["cpu"], ["driver", "language", "kernels"]),
    ("engine/cpu/prelude/", ["language"], ["kernels", "cpu"]),
    ("engine/cpu/", ["cpu", "language"], ["kernels", "compiler", "fuzz"]),
    ("engine/compiler/", ["compiler"], ["driver", "fake_cuda", "array_test"]),
    ("engine/array/fused/", ["algorithms"], ["array"]),
    ("engine/array/", ["array"], ["algorithms"]),
    ("engine/algorithms/poisson", ["poisson"], []),
    ("engine/algorithms/detail/poisson", ["poisson"], []),
    ("engine/algorithms/", ["algorithms"], ["own_memory"]),
    ("engine/gl/", ["gl"], ["view"]),
    ("engine/view/", ["view"], ["app"]),
    ("engine/app/", ["app"], ["apps"]),
    ("engine/testing/", ["driver"], []),
    ("engine/geometry/", ["geometry"], ["mesh_inputs", "meshes_in_apps"]),
    ("engine/studio/batch/", ["sweeps", "studio"], ["apps"]),
    ("engine/studio/", ["studio"], ["directions", "mesh_inputs", "apps"]),
    ("apps/glint/", ["apps"], ["sweeps", "meshes_in_apps"]),
    ("interop/", ["interop"], ["app"]),
    ("kernels/glint/expression/", ["array", "algorithms"], []),
    ("kernels/array/", ["array", "algorithms"], []),
    ("kernels/fused/", ["algorithms"], []),
    ("kernels/algorithms/poisson", ["poisson"], []),
    ("kernels/algorithms/", ["algorithms"], ["own_memory"]),
    ("kernels/", ["kernels"], ["algorithms"]),
]

# Libraries that test programs load at run time, so no build rule connects them.
LOADED = ("glint_cpu", "glint_fake_cuda", "glint_profiler_listener")

CAUGHT, SURVIVED, REFUSED = "caught", "survived", "does not compile"


def programs_for(file: str, known: set[str]) -> list[list[str]]:
    """Names of the test programs to run for a fault in `file`, in two stages."""
    for start, *stages in STAGES:
        if file.startswith(start):
            found: list[list[str]] = []
            for stage in stages:
                names = sorted(name for name in known if any(_is_called(name, s) for s in stage))
                found.append([name for name in names if not any(name in f for f in found)])
            return found
    return [sorted(known)]


def _is_called(name: str, start: str) -> bool:
    return name == start.removesuffix("_test") or (
        not start.endswith("_test") and name.startswith(f"{start}_"))


@contextlib.contextmanager
def planted(path: pathlib.Path, fault: faults.Fault) -> Iterator[None]:
    """Plants the fault in the file for the duration of the scope, and always removes it."""
    before = path.read_text()
    try:
        path.write_text(fault.applied(before))
        yield
    finally:
        path.write_text(before)


def tree_files(root: pathlib.Path) -> list[str]:
    """Files that Git tracks or would track: everything that it does not ignore."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                            cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines()
            if (root / name).is_file() or (root / name).is_symlink()]


def update(copy: pathlib.Path, tree: pathlib.Path, files: list[str]) -> None:
    """Updates the copy's sources from the tree. Unchanged files keep their time stamps."""
    kept = set(files)
    for folder, names, found in os.walk(copy):
        if pathlib.Path(folder) == copy:
            names[:] = [name for name in names if name not in ("build", ".git", ".mutate")]
        for name in found:
            path = pathlib.Path(folder, name)
            if path.relative_to(copy).as_posix() not in kept:
                path.unlink()
    for name in files:
        source, target = tree / name, copy / name
        if source.is_symlink():
            if not target.is_symlink():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.symlink_to(source.readlink())
            continue
        if not target.exists() or target.read_bytes() != source.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)  # with the current time, so that it is rebuilt
        if target.stat().st_mode != source.stat().st_mode:
            target.chmod(source.stat().st_mode)


class Run(NamedTuple):
    passed: bool
    seconds: float
    failure: str  # the first failed test, or how the program ended


class Workshop:
    """A copy of the tree in which test programs are built and run."""

    def __init__(self, tree: pathlib.Path, copy: pathlib.Path, preset: str, jobs: int):
        self.tree, self.copy, self.preset, self.jobs = tree, copy, preset, jobs
        self.build = copy / "build" / preset
        self.seconds: dict[str, float] = {}  # of each program without a fault
        self._loaded: list[str] = []

    def prepare(self) -> None:
        self.copy.mkdir(parents=True, exist_ok=True)
        update(self.copy, self.tree, tree_files(self.tree))
        if not (self.build / "build.ninja").exists():
            # A fault may leave unused code, which must not stop the build.
            self._call(["cmake", "--preset", self.preset, "-DGLINT_WERROR=OFF",
                        "-DGLINT_BUILD_TESTS=ON"], check=True)

    def known_programs(self) -> set[str]:
        listed = self._call(["ninja", "-C", str(self.build), "-t", "targets", "all"], check=True)
        self._loaded = [name for name in LOADED if f"\n{name}: phony" in listed.stdout]
        return set(re.findall(r"^glint_(\w+)_test: phony", listed.stdout, re.MULTILINE)) | (
            {"fuzz"} if "glint_fuzz: phony" in listed.stdout else set())

    def compile(self, programs: list[str]) -> str:
        """Error output of the compiler if the build fails, else ""."""
        targets = [self._target(name) for name in programs] + self._loaded
        done = self._call(["ninja", "-C", str(self.build), "-j", str(self.jobs), *targets])
        if done.returncode == 0:
            return ""
        error = re.search(r"error: (.*)", done.stdout)
        return error[1][:150] if error else done.stdout[-300:]

    def learn(self, program: str, tests: str) -> Run:
        """Runs a program without a fault. Stores its duration and keeps the kernels that it
        compiles."""
        self._shared_cache.mkdir(parents=True, exist_ok=True)
        run = self._run(program, tests, self._shared_cache, 3600)
        self.seconds[program] = run.seconds
        return run

    def run(self, program: str, tests: str) -> Run:
        """Runs a program with the kernels compiled without a fault. Discards what it stores."""
        used = self.copy / ".mutate/used"
        shutil.rmtree(used, ignore_errors=True)
        shutil.copytree(self._shared_cache, used)
        return self._run(program, tests, used, 3 * self.seconds[program] + 30)

    @property
    def _shared_cache(self) -> pathlib.Path:
        return self.copy / ".mutate/kept"

    def _run(self, program: str, tests: str, cache: pathlib.Path, limit: float) -> Run:
        environment = dict(os.environ) | {"GLINT_ROOT": str(self.copy), "GTEST_BRIEF": "1",
                                          "GTEST_FAIL_FAST": "1", "GLINT_CACHE_DIR": str(cache)}
        start = time.monotonic()
        child = subprocess.Popen(self._command(program, tests), cwd=self.copy, env=environment,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 errors="replace", start_new_session=True)
        try:
            output, _ = child.communicate(timeout=limit)
            failure = self._failure(output, child.returncode)
        except subprocess.TimeoutExpired:
            failure = f"not done after {limit:.0f} s"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)  # together with its child processes
            child.wait()
        return Run(not failure, time.monotonic() - start, failure)

    def _command(self, program: str, tests: str) -> list[str]:
        executable = str(self.build / "bin" / self._target(program))
        if program == "fuzz":
            return [executable, "--seed", "1", "--count", "60", "--tolerate", "20", "--jobs",
                    str(self.jobs)]
        return [executable, f"--gtest_filter={tests}"]

    @staticmethod
    def _target(program: str) -> str:
        return "glint_fuzz" if program == "fuzz" else f"glint_{program}_test"

    @staticmethod
    def _failure(output: str, code: int) -> str:
        failed = re.search(r"^\[  FAILED  \] ([^\s,]+)", output, re.MULTILINE)
        if failed:
            return failed[1]
        if code == 0:
            return ""
        return f"ended by signal {-code}" if code < 0 else f"ended with status {code}"

    def _call(self, command: list[str], check: bool = False) -> subprocess.CompletedProcess:
        done = subprocess.run(command, cwd=self.copy, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace")
        if check and done.returncode != 0:
            sys.exit(f"mutate: {' '.join(command)} failed:\n{done.stdout[-3000:]}")
        return done


class Candidate(NamedTuple):
    file: str
    fault: faults.Fault


class Outcome(NamedTuple):
    what: str  # CAUGHT, SURVIVED or REFUSED
    why: str


def candidates(tree: pathlib.Path, wanted: list[str], kinds: list[str]) -> list[Candidate]:
    """All faults of these kinds in the given files, folders, or lines of files."""
    found = []
    places = [re.fullmatch(r"(?:\./)?(.*?)/?(?::(\d+))?", text).groups() for text in wanted]
    for name in tree_files(tree):
        lines = [line for place, line in places if name == place or name.startswith(place + "/")]
        if not lines or pathlib.Path(name).suffix not in SUFFIXES:
            continue
        for fault in faults.faults((tree / name).read_text()):
            if fault.kind in kinds and (None in lines or str(fault.line) in lines):
                found.append(Candidate(name, fault))
    return found


def drawn(among: list[Candidate], seed: int) -> Iterator[Candidate]:
    """In random order, with all kinds equally often and each line at most once."""
    chance = random.Random(seed)
    by_kind: dict[str, list[Candidate]] = {}
    for candidate in among:
        by_kind.setdefault(candidate.fault.kind, []).append(candidate)
    for of_kind in by_kind.values():
        chance.shuffle(of_kind)
    seen = set()
    while by_kind:
        kind = chance.choice(sorted(by_kind))
        candidate = by_kind[kind].pop()
        if not by_kind[kind]:
            del by_kind[kind]
        place = (candidate.file, candidate.fault.line)
        if place not in seen:
            seen.add(place)
            yield candidate


class Trial:
    """Tries faults in the copy of the tree."""

    def __init__(self, shop: Workshop, tests: str, programs: str | None):
        self.shop, self.tests, self.programs = shop, tests, programs
        self.known = shop.known_programs()

    def stages(self, file: str) -> list[list[str]]:
        if self.programs is None:
            return programs_for(file, self.known)
        chosen = sorted(n for n in self.known if re.search(self.programs, n))
        return [chosen] if chosen else sys.exit(f"mutate: no test program matches "
                                                f"'{self.programs}'; available: "
                                                f"{', '.join(sorted(self.known))}")

    def outcome(self, candidate: Candidate) -> Outcome:
        stages = self.stages(candidate.file)
        for stage in stages:
            self._learn(stage)
        with planted(self.shop.copy / candidate.file, candidate.fault):
            for stage in stages:
                if refusal := self.shop.compile(stage):
                    return Outcome(REFUSED, refusal)
                for program in stage:
                    run = self.shop.run(program, self.tests)
                    if not run.passed:
                        return Outcome(CAUGHT, f"{program}: {run.failure}")
        return Outcome(SURVIVED, f"{', '.join(sum(stages, []))} passed")

    def _learn(self, programs: list[str]) -> None:
        unknown = [name for name in programs if name not in self.shop.seconds]
        if not unknown:
            return
        if refusal := self.shop.compile(unknown):
            sys.exit(f"mutate: {', '.join(unknown)} does not compile without a fault: {refusal}")
        for program in unknown:
            run = self.shop.learn(program, self.tests)
            if not run.passed:
                sys.exit(f"mutate: {program} fails even without a fault: {run.failure}")


def summary(outcomes: list[Outcome]) -> str:
    caught = sum(outcome.what == CAUGHT for outcome in outcomes)
    refused = sum(outcome.what == REFUSED for outcome in outcomes)
    tried = len(outcomes) - refused
    share = f" ({100 * caught / tried:.0f} %)" if tried else ""
    return f"{caught} of {tried} faults were caught{share}; {refused} more do not compile"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./dev mutate", description=__doc__.split("\n\n")[0],
        epilog="Kinds of faults: " + ", ".join(faults.KINDS))
    parser.add_argument("files", nargs="*", default=list(FOLDERS),
                        help="files, folders, or lines such as layout.cpp:158 (default: all)")
    parser.add_argument("--count", type=int, default=20,
                        help="number of faults that compile (default: 20)")
    parser.add_argument("--seed", type=int, default=1,
                        help="random seed for the choice of faults (default: 1)")
    parser.add_argument("--kinds", default=",".join(faults.KINDS),
                        help="kinds of faults, such as call,comparison (default: all)")
    parser.add_argument("--programs", metavar="REGEX",
                        help="test programs to run, such as '^array' (default: by folder)")
    parser.add_argument("--tests", metavar="FILTER", default="*",
                        help="GoogleTest filter for these programs (default: all tests)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="number of parallel compile jobs (default: number of cores)")
    parser.add_argument("--copy", type=pathlib.Path, metavar="FOLDER",
                        help="working folder for the copy (default: build/mutate)")
    parser.add_argument("--preset", default="release", help="CMake preset (default: release)")
    parser.add_argument("--list", action="store_true",
                        help="list the faults without building or testing")
    parsed = parser.parse_args()
    parsed.kinds = parsed.kinds.split(",")
    for kind in parsed.kinds:
        if kind not in faults.KINDS:
            parser.error(f"unknown kind '{kind}'; use one of {', '.join(faults.KINDS)}")
    return parsed


def main() -> None:
    options = arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # runs each `finally`
    tree = pathlib.Path(__file__).resolve().parents[2]
    among = candidates(tree, options.files, options.kinds)
    if not among:
        sys.exit(f"mutate: no place for a fault found in {', '.join(options.files)}")
    if options.list:
        for file, fault in itertools.islice(drawn(among, options.seed), options.count):
            print(f"{file}:{fault.line}: {fault.change((tree / file).read_text())}")
        return
    shop = Workshop(tree, (options.copy or tree / "build/mutate").resolve(), options.preset,
                    options.jobs)
    with alone(shop.copy):
        shop.prepare()
        try_all(Trial(shop, options.tests, options.programs), drawn(among, options.seed),
                options.count)


@contextlib.contextmanager
def alone(copy: pathlib.Path) -> Iterator[None]:
    """Locks the copy against other users."""
    (copy / ".mutate").mkdir(parents=True, exist_ok=True)
    with open(copy / ".mutate/lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"mutate: another run is already using {copy}")
        yield


def try_all(trial: Trial, chosen: Iterator[Candidate], count: int) -> None:
    outcomes: list[Outcome] = []
    try:
        for candidate in chosen:
            if sum(outcome.what != REFUSED for outcome in outcomes) >= count:
                break
            file, fault = candidate
            source = (trial.shop.tree / file).read_text()
            start = time.monotonic()
            outcomes.append(trial.outcome(candidate))
            print(f"{outcomes[-1].what:<17} {file}:{fault.line}: {fault.change(source)}  "
                  f"({outcomes[-1].why}; {time.monotonic() - start:.0f} s)", flush=True)
    except KeyboardInterrupt:
        print("stopped")
    print(summary(outcomes))


if __name__ == "__main__":
    main()
