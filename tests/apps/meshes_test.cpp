// SPDX-License-Identifier: MIT
#include <apps/catalog.hpp>
#include <apps/glint/viewed_file.hpp>
#include <apps/glint/viewed_mesh.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <geometry/mesh_files.hpp>
#include <geometry/meshes.hpp>
#include <glint/array/array.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>
#include <support/thorough.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

class MeshesInTunnels : public test::OnEachBackend {
protected:
    studio::SimulationOptions small(const std::string& input) {
        auto options = options_for(find_entry("wind_tunnel"), open());
        for (const auto& [name, value] : {std::pair("width", "160"),
                                          {"height", "80"},
                                          {"size", "20"},
                                          {"sponge", "32"},
                                          {"reynolds", "40"},
                                          {"cylinder_x", "0.3"}})
            options.settings.emplace_back(name, value);
        if (!input.empty()) options.inputs = {input};
        return options;
    }
    std::string write(const std::string& name, const TriangleMesh& mesh) {
        return folder_.write(name, test::binary_stl(mesh)).string();
    }

    test::TemporaryFolder folder_;
};

// A ball, cut through its center, equals the built-in cylinder except for a few cells.
TEST_P(MeshesInTunnels, BallIsCutToADiskInFlatGrids) {
    studio::Simulation cylinder(small(""));
    studio::Simulation ball(
        small("solid=" + write("ball.stl", test::sphere_mesh(5, {7, -3, 2}, 0.4))));
    const auto expected = cylinder.field<unsigned char>("solid").to_vector();
    const auto solid = ball.field<unsigned char>("solid").to_vector();
    std::size_t all = 0, different = 0;
    for (std::size_t i = 0; i < solid.size(); ++i) {
        all += solid[i];
        different += (expected[i] > 0) != (solid[i] > 0);
    }
    EXPECT_NEAR(static_cast<double>(all), std::numbers::pi * 100, 10);
    EXPECT_LE(different, 4u);
    for (studio::Simulation* each : {&cylinder, &ball}) each->advance(3000);
    const double drag = cylinder.monitors()[0].value();
    EXPECT_NEAR(ball.monitors()[0].value() / drag, 1, 0.06);
    EXPECT_NEAR(ball.monitors()[1].value(), 0, 0.05 * drag);
}

INSTANTIATE_TEST_SUITE_P(Backends, MeshesInTunnels, test::each_backend(), test::name);

TEST(MeshCommand, KeepsTheOptionsOfAMeshInABundle) {
    const test::TemporaryFolder folder;
    folder.write("ball.stl", test::binary_stl(test::sphere_mesh(3, {0, 0, 0}, 1)));
    const auto run = test::start_glint(
        folder.path(),
        "run wind_tunnel --headless --device cpu --frames 3 --every 0 --out kept --sums-every 1 "
        "--set width=96 --set height=48 --set sponge=16 --input "
        "solid=../ball.stl,height=12,at=0.5:0.25 "
        "--set reynolds=40 --probe solid[48,12] --probe solid[48,20]");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "solid[48,12] = 1\nsolid[48,20] = 0\n");
    const auto bundled = test::start_glint(folder.path(), "bundle kept -o ../it.zip");
    EXPECT_EQ(bundled.status, 0) << bundled.err;
    for (const char* gone : {"ball.stl", "work"}) fs::remove_all(folder.path() / gone);
    const auto replayed =
        test::start_glint(folder.path(), "replay ../it.zip --verify --probe solid[48,12]");
    EXPECT_EQ(replayed.status, 0) << replayed.out << replayed.err;
    EXPECT_TRUE(replayed.out.starts_with("solid[48,12] = 1\nthe checksums of ")) << replayed.out;
}

TEST(MeshCommand, RefusesOpenMeshes) {
    const test::TemporaryFolder folder;
    TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    box.triangles.pop_back();
    folder.write("open.stl", test::binary_stl(box));
    const auto refused =
        test::start_glint(folder.path(),
                          "run wind_tunnel --headless --frames 1 --device cpu --input "
                          "solid=../open.stl,length=30");
    EXPECT_NE(refused.status, 0);
    EXPECT_NE(refused.err.find("the mesh is not closed (3 open edges around 1 hole, in a mesh of "
                               "11 triangles), so its inside is undefined."),
              std::string::npos)
        << refused.err;
}

class ViewedMesh : public testing::Test {
protected:
    test::Outcome view(const std::string& arguments) const {
        return test::start_glint(
            folder_.path(),
            "view $DIR/" + arguments + " --device cpu --size 300x200 --picture p.png");
    }
    /// Number of pixels that are as bright as lit surfaces.
    std::size_t lit() const {
        const Picture picture = read_png(folder_.path() / "work/p.png");
        std::size_t count = 0;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
            count += std::max(picture.rgba[i], picture.rgba[i + 1]) > 40;
        return count;
    }

    test::TemporaryFolder folder_;
};

TEST_F(ViewedMesh, IsDrawnAsALitSurfaceOfItsOwnSize) {
    folder_.write("ball.stl", test::binary_stl(test::sphere_mesh(3, {10, 0, 0}, 2)));
    const auto shown = view("ball.stl");
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.err, "");
    const std::size_t all = lit();
    EXPECT_GT(all, 5000u);            // of 60,000 pixels
    if constexpr (test::kThorough) {  // without a band, distances take 20 s of a CPU
        EXPECT_EQ(view("ball.stl --as image").status, 0);
        EXPECT_NE(lit(), all);
    }
    const auto refused = view("ball.stl --as glow");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err, "glint: --as: 'glow' is not one of surface, volume, image\n");
}

// The structure that declares the grid for this file.
studio::Structure grid_of(const fs::path& file) {
    return studio::read_declaration("view.cu", view_of(file, "").text).structures.at(0);
}

TEST_F(ViewedMesh, HasTheCoordinatesOfTheFile) {
    const test::Place middle{0.5, -2, 1000};
    const fs::path file =
        folder_.write("torus.stl", test::binary_stl(test::torus_mesh(40, 20, middle, 1, 0.35)));
    const studio::Structure grid = grid_of(file);
    const std::array<double, 3> half{1.35, 1.35, 0.35};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double length =
            grid.cell_size * static_cast<double>(std::get<std::size_t>(grid.extents[axis]));
        // A margin of three cells on each side, plus less than one cell from rounding up to whole
        // cells.
        const double low = middle[axis] - half[axis] - 3.6 * grid.cell_size;
        EXPECT_GT(grid.origin[axis], low) << axis;
        EXPECT_LT(grid.origin[axis], low + 1.2 * grid.cell_size) << axis;
        EXPECT_NEAR(grid.origin[axis] + 0.5 * length, middle[axis], 1e-4) << axis;
    }
}

TEST_F(ViewedMesh, RejectsPointsAndHandlesExtremeSizes) {
    const std::string point = "v 1e30 1 1\nf 1 1 1\n";
    folder_.write("point.obj", point);
    const auto refused = view("point.obj");
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find("all vertices of the mesh coincide"), std::string::npos)
        << refused.err;
    for (const float size : {3e38f, 1e-40f}) {
        TriangleMesh box = test::box_mesh({-1, -1, -1}, {1, 1, 1});
        for (auto& p : box.positions)
            for (float& each : p) each *= size;
        folder_.write("box.stl", test::binary_stl(box));
        const auto shown = view("box.stl");
        EXPECT_EQ(shown.status, 0) << shown.err;
        EXPECT_NE(shown.err.find("axes count cells"), std::string::npos) << shown.err;
        EXPECT_GT(lit(), 5000u) << size;
    }
}

TEST_F(ViewedMesh, AnyFileGivesAnImageOrAnError) {
    folder_.write("face0.ply",
                  "ply\nformat ascii 1.0\nelement camera 1\nproperty float f\nelement vertex 4\n"
                  "property float x\ncomment here\nproperty float y\nproperty float z\n"
                  "element face 5\nproperty list uchar int vertex_indices\nend_header\n"
                  "9 0 0 0 1 0 0 0 1 0 0 0 1\n0\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n");
    const auto shown = view("face0.ply");
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.err, "");
    EXPECT_GT(lit(), 3000u);
    folder_.write("list.ply",
                  "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
                  "property float z\nelement face 1\nproperty list uint int vertex_indices\n"
                  "end_header\n0 0 0 1 0 0 0 1 0\n2147483647 0 1 2\n");
    const auto refused = view("list.ply");
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(
        refused.err.find(
            "'2147483647' is not a valid list length. Use --as points to view only the vertices"),
        std::string::npos)
        << refused.err;
}

TEST(ViewedGrids, HaveTheCoordinatesOfTheFile) {
    using Three = std::array<double, 3>;
    const test::TemporaryFolder folder;
    const auto vti = [&](const std::string& attributes, const std::string& kind) {
        const std::string extent = kind == "CellData" ? "0 2 0 2 0 2" : "0 1 0 1 0 1";
        return grid_of(folder.write(
            "a.vti",
            "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\">"
            "<ImageData WholeExtent=\"" +
                extent + "\" " + attributes + "><Piece Extent=\"" + extent + "\"><" + kind +
                "><DataArray type=\"UInt8\" Name=\"a\" format=\"ascii\">1 2 3 4 5 6 7 8"
                "</DataArray></" +
                kind + "></Piece></ImageData></VTKFile>"));
    };
    const std::string placed = "Origin=\"-5 0 2.5\" Spacing=\"0.5 0.5 0.5\"";
    EXPECT_EQ(vti(placed, "CellData").cell_size, 0.5);
    EXPECT_EQ(vti(placed, "CellData").origin, (Three{-5, 0, 2.5}));
    EXPECT_EQ(vti(placed, "PointData").origin, (Three{-5.25, -0.25, 2.25}));
    EXPECT_EQ(vti("Origin=\"0 0 0\" Spacing=\"1 1 1\"", "CellData").origin, Three{});
    {
        const test::ExpectedComplaints three(3);
        EXPECT_EQ(vti("Spacing=\"1 1 2\"", "CellData").cell_size, 1);
        EXPECT_EQ(vti("Spacing=\"1e30 1e30 1e30\"", "CellData").cell_size, 1);
        EXPECT_EQ(vti("Spacing=\"0 0 0\"", "CellData").cell_size, 1);
    }
    folder.write("a.raw", "12345678");
    const auto mhd = [&](const std::string& lines) {
        return grid_of(folder.write("a.mhd",
                                    "ObjectType = Image\nNDims = 3\nDimSize = 2 2 2\n"
                                    "ElementType = MET_UCHAR\n" +
                                        lines + "ElementDataFile = a.raw\n"));
    };
    const studio::Structure image = mhd("ElementSpacing = 2 2 2\nOffset = 10 -20 0\n");
    EXPECT_EQ(image.cell_size, 2);
    EXPECT_EQ(image.cell_unit, "mm");
    EXPECT_EQ(image.origin, (Three{9, -21, -1}));
    EXPECT_EQ(mhd("ElementSpacing = 2 2 2\nOffset = 10 -20 0\n"
                  "TransformMatrix = 0 1 0 1 0 0 0 0 1\n")
                  .origin,
              Three{});
    EXPECT_EQ(grid_of(folder.write("a.nrrd",
                                   "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 2 2 2\n"
                                   "space dimension: 3\nspace directions: (2,0,0) (0,2,0) "
                                   "(0,0,2)\nspace origin: (1,2,3)\nencoding: raw\n\n"
                                   "12345678"))
                  .origin,
              (Three{0, 1, 2}));
}

TEST_F(ViewedMesh, OpenMeshesAreDrawnAsShells) {
    TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    folder_.write("box.stl", test::binary_stl(box));
    EXPECT_EQ(view("box.stl").status, 0);
    const std::size_t whole = lit();
    box.triangles.pop_back();
    folder_.write("open.stl", test::binary_stl(box));
    const auto shown = view("open.stl");
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_NE(shown.err.find("the mesh is not closed (3 open edges around 1 hole), so the view "
                             "shows a shell of 1.5 cells"),
              std::string::npos)
        << shown.err;
    EXPECT_GT(lit(), whole / 2);
    EXPECT_EQ(view("open.stl --as volume").status, 0);
    EXPECT_GT(lit(), whole / 4);
    EXPECT_LT(lit(), 2 * whole);  // far from the mesh, the volume is transparent
}

TEST_F(ViewedMesh, PlyWithFacesIsAMesh) {
    const std::string header =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty "
        "float z\n";
    const std::string corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
    folder_.write("mesh.ply", header +
                                  "element face 4\nproperty list uchar int vertex_indices\n"
                                  "end_header\n" +
                                  corners + "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    const std::string no_faces = "element face 0\nproperty list uchar int vertex_indices\n";
    const std::string no_lists = "comment element face 4\nelement face 1\nproperty int group\n";
    folder_.write("points.ply", header + "end_header\n" + corners);
    folder_.write("none.ply", header + no_faces + "end_header\n" + corners);
    folder_.write("groups.ply", header + no_lists + "end_header\n" + corners + "7\n");
    EXPECT_TRUE(has_faces(folder_.path() / "mesh.ply"));
    for (const char* const file : {"points.ply", "none.ply", "groups.ply"}) {
        EXPECT_FALSE(has_faces(folder_.path() / file)) << file;
        EXPECT_EQ(view(file + std::string(" --as glow")).status, 0) << file;
        EXPECT_GT(lit(), 20u) << file;
    }
    for (const char* const way : {"", " --as points", " --as glow", " --color z --as points"}) {
        fs::remove(folder_.path() / "work/p.png");
        EXPECT_EQ(view("mesh.ply" + std::string(way)).status, 0) << way;
        EXPECT_GT(lit(), 20u) << way;
    }
    const auto refused = view("mesh.ply --color z --as surface");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err, "glint: --color: applies only to points, not to --as surface\n");
}

}  // namespace
}  // namespace glint::apps
