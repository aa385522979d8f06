// SPDX-License-Identifier: MIT
#include <glint/studio/state/mesh_input.hpp>

#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <geometry/mesh_files.hpp>
#include <geometry/meshes.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/simulation.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

const char* const kTanks = R"(#include <glint/sim.cuh>
//@ simulation "Tanks"
struct Params {
    int side = 40;       //@ 1..200 "Side"
    float size = 10.0f;  //@ 1..100 cells "Size"
};
struct Tank {            //@ side x 20 x 16 of 0.5 m
    uchar4* picture;     //@ "Picture"
    unsigned char* solid;
    unsigned char* marked;  //@ 0..3 "Marked"
    bool* is_solid;
    float* distance;     //@ m "Distance"
    double* wide;
};
struct Flat {            //@ side x 30
    float* level;        //@ 0..1 "Level"
    unsigned char* wall;
};
struct List {            //@ 5
    float* value;
};
//@ init
__global__ void spoil(unsigned char* solid) { const int i = glint::index(); if (i == 0) solid[i] = 9; }
//@ step over Flat
__global__ void step(float* level) {}
)";

class MeshInputs : public test::OnEachBackend {
protected:
    Simulation make(const std::string& input, double side = 40) {
        return Simulation({.device = device_,
                           .file = folder_.write("tanks.cu", kTanks),
                           .settings = {{"side", fmt::format("{}", side)}},
                           .inputs = {input}});
    }
    std::string write(const TriangleMesh& mesh, const std::string& name = "a.stl") {
        return folder_.write(name, test::binary_stl(mesh)).string();
    }
    std::string brick() { return write(test::box_mesh({0, 0, 0}, {4, 2, 1})); }
    void expect_refused(const std::string& input, const std::string& reason) {
        test::expect_error(ErrorCode::bad_input, reason, [&] { (void)make(input); });
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Backends, MeshInputs, test::each_backend(), test::name);

/// Range of the nonzero cells along an axis, and how many there are.
struct Found {
    std::size_t low = 1000, high = 0, count = 0;

    friend bool operator==(const Found&, const Found&) = default;
};
template <class T>
Found along(const std::vector<T>& cells, const Extents& extents, std::size_t axis) {
    Found found;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (!cells[i]) continue;
        const std::size_t place = extents.place_of(i)[axis];
        found.low = std::min(found.low, place);
        found.high = std::max(found.high, place);
        ++found.count;
    }
    return found;
}

TEST_P(MeshInputs, AreCenteredInTheGrid) {
    Simulation tanks = make("solid=" + brick());
    const auto solid = tanks.field<unsigned char>("solid").to_vector();
    const Extents extents{40, 20, 16};
    EXPECT_EQ(along(solid, extents, 0), (Found{10, 29, 20 * 10 * 5}));
    EXPECT_EQ(along(solid, extents, 1), (Found{5, 14, 1000}));
    EXPECT_EQ(*std::ranges::max_element(solid), 1);
    // Solid cells get the maximum of the field's range, like white in a picture.
    Simulation marked = make("marked=" + brick());
    const auto marks = marked.field<unsigned char>("marked").to_vector();
    EXPECT_EQ(along(marks, extents, 0).count, 1000u);
    EXPECT_EQ(*std::ranges::max_element(marks), 3);
    Simulation bools = make("is_solid=" + brick());
    EXPECT_EQ(along(bools.field<unsigned char>("is_solid").to_vector(), extents, 0).count, 1000u);
}

TEST_P(MeshInputs, UseThePlacementOptions) {
    const Extents extents{40, 20, 16};
    Simulation tanks = make("solid=" + brick() + ",length=16,at=0.25:0.5:0.75");
    const auto solid = tanks.field<unsigned char>("solid").to_vector();
    EXPECT_EQ(along(solid, extents, 0), (Found{2, 17, 16 * 8 * 4}));
    EXPECT_EQ(along(solid, extents, 2), (Found{10, 13, 512}));
    Simulation turned = make("solid=" + brick() + ",height=16,turn=z90:x180");
    EXPECT_EQ(along(turned.field<unsigned char>("solid").to_vector(), extents, 1),
              (Found{2, 17, 512}));
}

TEST_P(MeshInputs, ReadTheirSizeFromAParameterAtEachReset) {
    Simulation tanks = make("solid=" + brick() + ",length=size");
    const auto length = [&] {
        const Extents& extents = tanks.state().extents(0);
        const Found found = along(tanks.field<unsigned char>("solid").to_vector(), extents, 0);
        return found.high - found.low + 1;
    };
    EXPECT_EQ(length(), 10u);
    tanks.set("size", 22);
    EXPECT_EQ(length(), 10u);
    tanks.reset();
    EXPECT_EQ(length(), 22u);
    tanks.set("side", 20);
    tanks.reset();
    EXPECT_EQ(tanks.state().extents(0).width, 20u);
    EXPECT_EQ(length(), 20u);  // limited by the grid
    tanks.set("size", 1);
    test::expect_error(ErrorCode::bad_input,
                       "no cell has its center in the mesh, because the mesh is thinner than a "
                       "cell. Make the mesh larger with length=CELLS, or make the cells smaller",
                       [&] { tanks.reset(); });
    EXPECT_EQ(length(), 20u);  // the previous mesh is kept
}

TEST_P(MeshInputs, FloatFieldsReceiveDistancesInGridUnits) {
    Simulation tanks = make("distance=" + brick() + ",length=20");
    const auto distance = tanks.field<float>("distance").to_vector();
    const auto at = [&](std::size_t x, std::size_t y, std::size_t z) {
        return distance[(z * 20 + y) * 40 + x];
    };
    EXPECT_FLOAT_EQ(at(0, 10, 8), 9.5f * 0.5f);
    EXPECT_FLOAT_EQ(at(10, 10, 8), -0.5f * 0.5f);
    EXPECT_FLOAT_EQ(at(20, 4, 8), 0.5f * 0.5f);
    Simulation limited = make("distance=" + brick() + ",length=20,band=4");
    const auto near = limited.field<float>("distance").to_vector();
    for (std::size_t i = 0; i < near.size(); ++i)
        ASSERT_FLOAT_EQ(near[i], std::clamp(distance[i], -4 * 0.5f, 4 * 0.5f)) << i;
}

// x points right and y up, so the wide end of this wedge, at high y, is in the last rows.
TEST_P(MeshInputs, AreSlicedInFlatGrids) {
    TriangleMesh wedge = test::box_mesh({-1, 0, 0}, {1, 4, 2});
    for (auto& p : wedge.positions)
        if (p[1] == 0) p[0] *= 0.25f;
    Simulation tanks = make("wall=" + write(wedge) + ",height=16,at=0.5:0.5");
    const auto wall = tanks.field<unsigned char>("wall").to_vector();
    const auto in_row = [&](std::size_t y) {
        return std::accumulate(&wall[y * 40], &wall[y * 40] + 40, 0);
    };
    EXPECT_EQ(in_row(6), 0);
    EXPECT_EQ(in_row(7), 2);
    EXPECT_EQ(in_row(22), 8);
    EXPECT_EQ(in_row(23), 0);
    // The cross section of a pyramid gets smaller toward the apex.
    TriangleMesh pyramid = test::box_mesh({-1, -1, 0}, {1, 1, 2});
    for (auto& p : pyramid.positions)
        if (p[2] == 2) p[0] *= 0.01f;
    const std::string file = write(pyramid);
    const auto width = [&](const std::string& cut) {
        Simulation flat = make("wall=" + file + ",length=20,cut=" + cut);
        return along(flat.field<unsigned char>("wall").to_vector(), {40, 30, 1}, 0).count / 20;
    };
    EXPECT_EQ(width("0.1"), 18u);
    EXPECT_EQ(width("0.5"), 10u);
}

TEST_P(MeshInputs, OpenMeshesAreRefusedUnlessRepaired) {
    TriangleMesh sphere = test::sphere_mesh(3, {0, 0, 0}, 1);
    const double volume = test::volume_of(sphere) * 7 * 7 * 7;
    sphere.triangles.erase(sphere.triangles.begin() + 30);
    const std::string file = write(sphere);
    expect_refused("solid=" + file,
                   "the mesh is not closed (3 open edges around 1 hole, in a mesh of 511 "
                   "triangles), so its inside is undefined. Fill the holes in the mesh, or write " +
                       file +
                       ",holes=vote, which determines the inside by a majority vote of rays along "
                       "the three axes");
    Simulation tanks = make("solid=" + file + ",length=14,holes=vote");
    const double count = static_cast<double>(
        along(tanks.field<unsigned char>("solid").to_vector(), {40, 20, 16}, 0).count);
    EXPECT_NEAR(count / volume, 1, 0.02);
}

TEST_P(MeshInputs, AreForNumbersOfGrids) {
    const std::string file = brick();
    const auto wrong = [&](const std::string& field, const std::string& type) {
        return fmt::format(
            "field '{}' has type '{}', but a mesh can be read only as 'unsigned char' or 'bool' "
            "(solid cells) or as 'float' (distances to the surface). To choose another field, "
            "write FIELD={}",
            field, type, file);
    };
    expect_refused(file, wrong("picture", "uchar4"));
    expect_refused("wide=" + file, wrong("wide", "double"));
    expect_refused("value=" + file, "a mesh can be read only into a 2D or 3D grid");
}

TEST_P(MeshInputs, RefuseInvalidOptions) {
    const std::string file = brick();
    const auto refused = [&](const std::string& options, const std::string& reason) {
        expect_refused("solid=" + file + ',' + options, reason);
    };
    refused("lenght=3", "unknown mesh option 'lenght'; did you mean 'length' or 'height'?");
    refused("big", "the mesh option 'big' does not have the form OPTION=VALUE");
    refused("length=3,depth=4",
            "'length' and 'depth' both set the size, but a mesh keeps its proportions. Use only "
            "one of these options");
    refused("length=", "the option 'length=' needs a number of cells or the name of a parameter");
    refused("length=sise",
            "'sise' is neither a number of cells nor a parameter; did you mean 'side' or "
            "'size'?");
    refused("length=-1", "a side of -1 cells is not a positive number");
    refused("at=1", "'at=1' does not have the form at=X:Y:Z or at=X:Y");
    refused("at=1:up", "the value of 'at=up' is not a number");
    refused("turn=90",
            "'turn=90' must consist of an axis and degrees, as in turn=z90 or turn=x90:z-15");
    refused("turn=zero", "the value of 'turn=ero' is not a number");
    refused("cut=2", "'cut=2' is not between 0 and 1");
    refused("holes=fill", "'holes=fill' is not supported. Use holes=vote");
    refused("band=0.5", "'band=0.5' is not between 1 and 64");
    refused("band=65", "'band=65' is not between 1 and 64");
    refused("band=4",
            "the option 'band' limits distances, but the field 'solid' does not contain distances");
    refused("at=3:0.5:0.5",
            "the bounding box of the mesh, 20 x 10 x 5 cells, would be outside the grid along x");
}

TEST(InputTexts, HaveOptionsAfterMeshesOnly) {
    const auto expect_parts = [](const std::string& text, const std::string& field,
                                 const std::string& file, const std::string& options) {
        const InputText parts = split_input(text);
        EXPECT_EQ(parts.field, field) << text;
        EXPECT_EQ(parts.file, file) << text;
        EXPECT_EQ(parts.options, options) << text;
        EXPECT_EQ(parts.has_field, !field.empty()) << text;
    };
    expect_parts("solid=wing.stl", "solid", "wing.stl", "");
    expect_parts("solid=wing.STL,length=3,at=0:1", "solid", "wing.STL", "length=3,at=0:1");
    expect_parts("wing.ply,length=3", "", "wing.ply", "length=3");
    expect_parts("level=a,b.npy", "level", "a,b.npy", "");
    expect_parts("level=a,b.obj,cut=0", "level", "a,b.obj", "cut=0");
    expect_parts("runs/a=b/wing.stl", "", "runs/a=b/wing.stl", "");
}

}  // namespace
}  // namespace glint::studio
