#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the files that `glint run --save` writes with VTK's readers and NumPy, and runs the Python
code of the documentation page. Exits with status 77 and the reason if these are not installed.

Usage: read_saved_fields.py GLINT PAGE
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

MISSING = 77
SYSTEM_PYTHON = "/usr/bin/python3"  # the Python that Debian's packages are for

SOURCE = """#include <glint/sim.cuh>
#include <glint/half.cuh>
//@ simulation "Read & <back>"
//@ dt 0.25 s
struct Agent {
    float2 where;
    __half heading;
    int kind;
};
struct Grid {       //@ 7 x 5 x 3 of 0.5 mm
    float* level;   //@ \u00b5m/s "H\u00f6he <&>"
    double3* flow;  //@ m/s "Flow"
    uchar4* tint;   //@ "Tint"
    long long* many;
    Agent* agent;
    __nv_bfloat16* wide;
};
struct Flat {       //@ 6 x 4 of 2 m
    int* count;     //@ "Count"
};
struct List {       //@ 40
    float4* at;     //@ km "At" as points
    float2* pair;   //@ "Pair"
    double* mass;   //@ kg "Mass"
};
//@ step
__global__ void fill(int width, int height, int depth, int step, Grid grid) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    grid.level[i] = 100 * c.z + 10 * c.y + c.x + 1000 * step;
    grid.flow[i] = make_double3(c.x, 0.1, c.z);
    grid.tint[i] = make_uchar4(c.x, c.y, c.z, step);
    grid.many[i] = 10000000000ll * i;
    grid.agent[i].where = make_float2(c.x, c.y);
    grid.agent[i].heading = __float2half(0.5f * i);
    grid.agent[i].kind = -i;
    grid.wide[i] = __float2bfloat16(1.5f);
}
//@ step
__global__ void count(int width, int height, int* count) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) count[c.y * width + c.x] = 10 * c.y + c.x;
}
//@ step
__global__ void move(int count, int step, List list) {
    const int i = glint::index();
    if (i >= count) return;
    list.at[i] = make_float4(i, 2 * i, 0.5f * step, 7);
    list.pair[i] = make_float2(i, -i);
    list.mass[i] = 0.1 * i;
}
//@ show kg "Double"
__device__ double twice(double mass) { return 2 * mass; }
"""


PICTURES = """#include <glint/sim.cuh>
//@ simulation "Pictures"
struct Up {       //@ 5 x 3
    uchar4* tint; //@ "Up"
};
struct Down {     //@ 5 x 3 y down
    uchar4* tint; //@ "Down"
};
//@ step over Up
__global__ void keep(int width, const uchar4* up_tint) {}
"""


def run(glint, folder, *arguments, source="read.cu"):
    subprocess.run(
        [glint, "run", folder / source, "--headless", "--device", "cpu", "--size", "32x32",
         "--every", "0", "--frames", "3", "--out", folder / "out", *arguments],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def same(found, expected, what):
    if found != expected:
        sys.exit(f"{what} is {found!r}, and should be {expected!r}")


def facts(data):
    fields = data.GetFieldData()
    found = {}
    for i in range(fields.GetNumberOfArrays()):
        array = fields.GetAbstractArray(i)
        found[array.GetName()] = array.GetValue(0)
    return found


def read(reader, path):
    import vtk

    errors = []
    reader.AddObserver("ErrorEvent", lambda *_: errors.append("error"))
    vtk.vtkObject.GlobalWarningDisplayOff()
    reader.SetFileName(str(path))
    reader.Update()
    same(errors, [], f"what the reader of {path.name} says")
    return reader.GetOutput()


def arrays_of(data):
    return [data.GetArray(i).GetName() for i in range(data.GetNumberOfArrays())]


def unit_of(array):
    import vtk

    return array.GetInformation().Get(vtk.vtkDataArray.UNITS_LABEL())


def check_grid(path, step):
    import numpy
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy

    image = read(vtk.vtkXMLImageDataReader(), path)
    same(image.GetDimensions(), (8, 6, 4), "dimensions of points")
    same(image.GetSpacing(), (0.5, 0.5, 0.5), "spacing")
    same(image.GetOrigin(), (0, 0, 0), "origin")
    cells = image.GetCellData()
    same(arrays_of(cells), ["level", "flow", "tint", "many", "agent.where", "agent.heading",
                            "agent.kind", "wide"], "arrays")
    level = vtk_to_numpy(cells.GetArray("level")).reshape(3, 5, 7)
    z, y, x = numpy.mgrid[0:3, 0:5, 0:7]
    assert (level == 100 * z + 10 * y + x + 1000 * (step - 1)).all()
    same(level.dtype, numpy.float32, "type of level")
    same(cells.GetScalars().GetName(), "level", "what is coloured by")
    flow = vtk_to_numpy(cells.GetArray("flow"))
    same(flow.dtype, numpy.float64, "type of flow")
    assert (flow == numpy.stack([x, 0.1 + 0 * x, z], -1).reshape(-1, 3)).all()
    same(tuple(vtk_to_numpy(cells.GetArray("tint"))[-1]), (6, 4, 2, step - 1), "the last tint")
    same(int(vtk_to_numpy(cells.GetArray("many"))[-1]), 10_000_000_000 * 104, "the last of many")
    assert (vtk_to_numpy(cells.GetArray("agent.heading")) == 0.5 * numpy.arange(105)).all()
    same(cells.GetArray("agent.kind").GetValue(104), -104, "the last kind")
    same(cells.GetArray("wide").GetValue(50), 1.5, "a bfloat16")
    same(unit_of(cells.GetArray("level")), "\u00b5m/s", "unit of level")
    known = facts(image)
    same({name: known[name] for name in ("TimeValue", "step", "title", "time_unit", "length_unit",
                                         "level_label", "level_unit", "flow_unit")},
         {"TimeValue": 0.25 * step, "step": step, "title": "Read & <back>", "time_unit": "s",
          "length_unit": "mm", "level_label": "H\u00f6he <&>", "level_unit": "\u00b5m/s",
          "flow_unit": "m/s"}, "facts")


def check_points(path, step):
    import numpy
    import vtk
    from vtk.util.numpy_support import vtk_to_numpy

    data = read(vtk.vtkXMLPolyDataReader(), path)
    same((data.GetNumberOfPoints(), data.GetNumberOfVerts()), (40, 40), "points and vertices")
    i = numpy.arange(40)
    places = vtk_to_numpy(data.GetPoints().GetData())
    assert (places == numpy.stack([i, 2 * i, 0.5 * (step - 1) + 0 * i], -1)).all()
    same([data.GetCell(n).GetPointId(0) for n in range(40)], list(range(40)), "points of vertices")
    same(arrays_of(data.GetPointData()), ["pair", "mass", "twice"], "arrays")
    assert (vtk_to_numpy(data.GetPointData().GetArray("twice")) == 2 * (0.1 * i)).all()
    same(unit_of(data.GetPoints().GetData()), "km", "unit of places")
    same(facts(data)["length_unit"], "km", "unit of lengths")
    same(unit_of(data.GetPointData().GetArray("mass")), "kg", "unit of mass")


def check_series(path, expected):
    entries = xml.etree.ElementTree.parse(path).getroot().find("Collection")
    same([(float(entry.get("timestep")), entry.get("file")) for entry in entries], expected,
         f"what {path.name} lists")


def check_arrays(out):
    import numpy

    level = numpy.load(out / "level-000003.npy")
    same((level.shape, level.dtype.str), ((3, 5, 7), "<f4"), "level")
    same(level[2, 4, 6], 2246, "its last")
    same(numpy.load(out / "flow-000003.npy").shape, (3, 5, 7, 3), "shape of flow")
    agent = numpy.load(out / "agent-000003.npy")
    same(agent.shape, (3, 5, 7), "shape of agent")
    same(agent.dtype.names, ("where", "heading", "kind"), "members")
    same(agent.dtype.itemsize, 16, "size of an agent")
    same(agent["heading"].dtype.str, "<f2", "type of heading")
    same((agent["where"][0, 3, 2].tolist(), agent["heading"][0, 3, 2], agent["kind"][0, 3, 2]),
         ([2, 3], 11.5, -23), "an agent")
    wide = numpy.load(out / "wide-000003.npy")
    same((wide.dtype.str, wide[0, 0, 0]), ("<f4", 1.5), "a bfloat16")


def check_directions(glint, folder, out):
    """VTK reads a picture that was read into a grid and saved as image data as the same picture."""
    import numpy
    import vtk
    from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy

    colours = numpy.arange(45, dtype=numpy.uint8).reshape(15, 3)
    picture = vtk.vtkImageData()
    picture.SetDimensions(5, 3, 1)
    picture.GetPointData().SetScalars(numpy_to_vtk(colours, deep=1))
    writer = vtk.vtkPNGWriter()
    writer.SetFileName(str(folder / "picture.png"))
    writer.SetInputData(picture)
    writer.Write()
    (folder / "pictures.cu").write_text(PICTURES, encoding="utf-8")
    names = ("Up", "Down")
    inputs = [word for name in names
              for word in ("--input", f"{name}.tint={folder / 'picture.png'}")]
    run(glint, folder, *inputs, "--save", "Up.tint,Down.tint", "--save-as", "vti",
        source="pictures.cu")
    for name in names:
        image = read(vtk.vtkXMLImageDataReader(), out / f"{name}-000003.vti")
        tint = vtk_to_numpy(image.GetCellData().GetArray("tint"))
        same(tint[:, :3].tolist(), colours.tolist(), f"the picture in '{name}'")


def check_page(glint, page, folder):
    """Runs the page's Python on the files that its first block of commands writes."""
    text = page.read_text(encoding="utf-8").split("\n## Fields in files\n")[1]
    commands = re.search(r"^```sh\n(.*?)^```", text, re.M | re.S)[1]
    program = re.search(r"^```python\n(.*?)^```", text, re.M | re.S)[1]
    folder.mkdir()
    path = f"{os.path.dirname(glint)}:{os.environ['PATH']}"
    for command in (["bash", "-ec", commands], [sys.executable, "-c", program]):
        done = subprocess.run(command, cwd=folder, env=os.environ | {"PATH": path},
                              capture_output=True, encoding="utf-8")
        if done.returncode != 0:
            sys.exit(f"{page.name}: {done.stderr}")
    same([line.split(" (")[0] for line in done.stdout.splitlines()],
         ["level-000100.npy", "level-000200.npy"], f"what the program of {page.name} prints")


def main():
    glint = sys.argv[1]
    missing = [name for name in ("numpy", "vtk") if not importlib.util.find_spec(name)]
    if missing and sys.executable != SYSTEM_PYTHON and os.path.exists(SYSTEM_PYTHON):
        sys.exit(subprocess.run([SYSTEM_PYTHON, "-B", *sys.argv]).returncode)
    if missing:
        print("not installed: " + ", ".join(f"python3-{name}" for name in missing).replace(
            "python3-vtk", "python3-vtk9"))
        sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as name:
        folder, out = pathlib.Path(name), pathlib.Path(name, "out")
        (folder / "read.cu").write_text(SOURCE, encoding="utf-8")
        grid = "level,flow,tint,many,agent,wide"
        run(glint, folder, "--save", grid)
        check_arrays(out)
        for more in ([], ["--save-compressed"]):
            run(glint, folder, "--save", grid, "--save-as", "vti", "--save-every", "1", *more)
            for step in (1, 2, 3):
                check_grid(out / f"Grid-00000{step}.vti", step)
            check_series(out / "Grid.pvd", [(0.25, "Grid-000001.vti"), (0.5, "Grid-000002.vti"),
                                            (0.75, "Grid-000003.vti")])
            run(glint, folder, "--save", "pair,mass,twice", "--save-as", "vtp", *more)
            check_points(out / "List-000003.vtp", 3)
            check_series(out / "List.pvd", [(0.75, "List-000003.vtp")])
        run(glint, folder, "--save", "count", "--save-as", "vti")
        import vtk
        flat = read(vtk.vtkXMLImageDataReader(), out / "Flat-000003.vti")
        same(flat.GetDimensions(), (7, 5, 1), "dimensions of points in the plane")
        same(flat.GetCellData().GetArray("count").GetValue(23), 35, "the last count")
        check_directions(glint, folder, out)
        check_page(glint, pathlib.Path(sys.argv[2]), folder / "page")
    print("VTK and NumPy read all of it")


if __name__ == "__main__":
    main()
