#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of a sweep with GNU Parallel and as a Slurm job array.

This follows docs/howto/run-on-a-cluster.md. For Slurm it starts a cluster of only this machine
(munged, slurmctld and slurmd) in a scratch folder, and stops it at the end. In both cases the table
must equal that of a sweep that runs its cases itself.

Exits with status 77 if a program is missing or the system does not allow Slurm to start, unless
--require names it.

Usage: clusters.py --glint PROGRAM [--parallel] [--slurm] [--require parallel|slurm]
"""

import argparse
import csv
import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

SOURCE = """#include <glint/sim.cuh>
//@ simulation "Sums"
struct Params {
    float add = 1;  //@ 0..10 "Add"
};
struct Grid {       //@ 32 x 16
    float* sum;     //@ 0..1000 "Sum"
};
//@ step
__global__ void count(int width, int height, Params params, float* sum) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) sum[c.y * width + c.x] += params.add;
}
//@ max "Most"
__device__ float most(float sum) { return sum; }
"""

AXES = ["sums.cu", "add=0.5..3/6", "seed=1,2", "--device", "cpu", "--frames", "10", "--limit",
        "Most=0..28"]

ARRAY = """#!/bin/bash
#SBATCH --job-name=sums
#SBATCH --array=1-12
#SBATCH --output=array-%a.txt
sed -n "${SLURM_ARRAY_TASK_ID}p" commands.txt | bash
"""


class Missing(Exception):
    """A required program or permission is missing."""


def need(*programs: str) -> None:
    missing = [program for program in programs if not find(program)]
    if missing:
        raise Missing(f"not found: {', '.join(missing)}")


def find(program: str) -> str | None:
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


class Sweep:
    def __init__(self, glint: str, where: pathlib.Path):
        self.where = where
        self.glint = glint
        (where / "sums.cu").write_text(SOURCE, encoding="utf-8")
        self.sweep("whole")

    def sweep(self, out: str, *more: str) -> str:
        done = subprocess.run([self.glint, "sweep", *AXES, "--out", out, *more], cwd=self.where,
                              capture_output=True, text=True, check=False)
        # Two cases violate their limits, so the sweep ends with 1.
        if done.returncode != (0 if "--commands" in more else 1):
            sys.exit(f"the sweep exited with status {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def commands(self, out: str) -> None:
        (self.where / "commands.txt").write_text(self.sweep(out, "--commands"), encoding="utf-8")

    def compare(self, out: str) -> None:
        self.sweep(out, "--collect")
        got, wanted = (self._values(name) for name in (out, "whole"))
        if got != wanted:
            sys.exit(f"the table is\n{got}\nbut should be\n{wanted}")

    def _values(self, out: str) -> list[dict[str, str]]:
        with (self.where / out / "table.csv").open(newline="", encoding="utf-8") as rows:
            return [{name: value for name, value in row.items() if name != "seconds"}
                    for row in csv.DictReader(rows)]


def run_parallel(sweep: Sweep) -> str:
    need("parallel")
    sweep.commands("by_parallel")
    done = subprocess.run(["parallel", "--jobs", "4"], cwd=sweep.where, check=False, text=True,
                          stdin=(sweep.where / "commands.txt").open(encoding="utf-8"),
                          capture_output=True)
    if done.returncode != 2:  # some jobs failed
        sys.exit(f"GNU Parallel exited with status {done.returncode}:\n{done.stdout}{done.stderr}")
    sweep.compare("by_parallel")
    return "GNU Parallel ran 12 cases; 2 of them violated a limit, as expected"


class Cluster:
    """Slurm on this machine only, with all of its files in one folder."""

    def __init__(self, where: pathlib.Path):
        need("munged", "slurmctld", "slurmd", "sbatch", "squeue")
        if os.geteuid() != 0:
            raise Missing("slurmd can start jobs only as root")
        # Munge requires a folder that nobody else may change, and sockets need short names.
        self.where = pathlib.Path(tempfile.mkdtemp(prefix="slurm-", dir="/run"))
        self.scratch = where
        self.processes: list[subprocess.Popen] = []
        self.environment = os.environ | {"SLURM_CONF": str(self.where / "slurm.conf")}

    def start(self) -> None:
        self.where.chmod(0o755)
        key = self.where / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        for name in ("state", "spool"):
            (self.where / name).mkdir()
        (self.where / "slurm.conf").write_text(self._configuration(), encoding="utf-8")
        # Uses the cgroup version that the system has; the settings have no effect here.
        has_first = pathlib.Path("/sys/fs/cgroup/memory").is_dir()
        (self.where / "cgroup.conf").write_text(
            "CgroupPlugin=cgroup/v1\n" if has_first
            else "CgroupPlugin=cgroup/v2\nIgnoreSystemd=yes\n", encoding="utf-8")
        self._run("munged", "--foreground", "--force", f"--key-file={key}",
                  f"--socket={self.where}/munge.socket", f"--pid-file={self.where}/munged.pid",
                  f"--log-file={self.where}/munged.log", f"--seed-file={self.where}/munge.seed")
        self._wait(lambda: (self.where / "munge.socket").exists(), "munged does not start")
        self._run("slurmctld", "-D", "-c")
        self._run("slurmd", "-D", "-N", "here", "-c")
        self._wait(self._is_idle, "the node does not become idle")

    def _configuration(self) -> str:
        # Ports used only by this run, so that an existing cluster of the machine is not disturbed.
        ports = []
        for _ in range(2):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                ports.append(free.getsockname()[1])
        cores = len(os.sched_getaffinity(0))
        return f"""ClusterName=here
SlurmctldHost={socket.gethostname()}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
SlurmUser={getpass.getuser()}
AuthType=auth/munge
AuthInfo=socket={self.where}/munge.socket
CryptoType=crypto/munge
StateSaveLocation={self.where}/state
SlurmdSpoolDir={self.where}/spool
SlurmctldPidFile={self.where}/slurmctld.pid
SlurmdPidFile={self.where}/slurmd.pid
SlurmctldLogFile={self.where}/slurmctld.log
SlurmdLogFile={self.where}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
MailProg=/bin/true
NodeName=here NodeAddr=127.0.0.1 NodeHostname={socket.gethostname()} CPUs={cores} State=UNKNOWN
PartitionName=all Nodes=here Default=YES MaxTime=10 State=UP
"""

    def _run(self, program: str, *arguments: str) -> None:
        log = (self.where / f"{program}.out").open("w", encoding="utf-8")
        self.processes.append(subprocess.Popen([find(program) or program, *arguments], stdout=log,
                                               stderr=log, env=self.environment))

    def _is_idle(self) -> bool:
        done = subprocess.run(["sinfo", "--noheader", "--format=%T"], env=self.environment,
                              capture_output=True, text=True, check=False)
        return done.stdout.strip() == "idle"

    def _wait(self, is_so, complaint: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not is_so():
            ended = [each for each in self.processes if each.poll() is not None]
            if ended or time.monotonic() > deadline:
                raise Missing(f"{complaint}: {self._logs()}")
            time.sleep(0.1)

    def _logs(self) -> str:
        texts = []
        for file in sorted([*self.where.glob("*.out"), *self.where.glob("*.log")]):
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            texts += [f"{file.name}: {line}" for line in lines[-5:]]
        return "\n".join(texts)

    def run_array(self, script: pathlib.Path) -> None:
        subprocess.run(["sbatch", script.name], cwd=script.parent, env=self.environment,
                       check=True, capture_output=True)

        def is_empty() -> bool:
            done = subprocess.run(["squeue", "--noheader"], env=self.environment,
                                  capture_output=True, text=True, check=False)
            return done.returncode == 0 and not done.stdout.strip()

        self._wait(is_empty, "the jobs did not finish in time", 200)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.where, ignore_errors=True)


def run_slurm(sweep: Sweep) -> str:
    cluster = Cluster(sweep.where)
    try:
        cluster.start()
        sweep.commands("by_slurm")
        script = sweep.where / "array.sh"
        script.write_text(ARRAY, encoding="utf-8")
        cluster.run_array(script)
    finally:
        cluster.stop()
    sweep.compare("by_slurm")
    return "Slurm ran an array of 12 cases; 2 of them violated a limit, as expected"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glint", required=True, type=os.path.abspath)
    parser.add_argument("--parallel", action="store_true")
    parser.add_argument("--slurm", action="store_true")
    parser.add_argument("--require", choices=["parallel", "slurm"])
    options = parser.parse_args()
    wanted = [run for run, is_wanted in ((run_parallel, options.parallel),
                                         (run_slurm, options.slurm)) if is_wanted]
    for run in wanted or [run_parallel, run_slurm]:
        with tempfile.TemporaryDirectory() as place:
            try:
                print(run(Sweep(options.glint, pathlib.Path(place))))
            except Missing as missing:
                print(f"skipped: {missing}", file=sys.stderr)
                return 1 if options.require and run.__name__.endswith(options.require) else 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
