#include <apps/catalog.hpp>
#include <apps/glint/viewed_mesh.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <geometry/mesh_files.hpp>
#include <geometry/meshes.hpp>
#include <glint/array/array.hpp>
#include <glint/base/formats/png.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

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

// A ball, cut through its middle, is the cylinder that is there by itself, but for its steps.
TEST_P(MeshesInTunnels, ABallIsCutToACylinder) {
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
    EXPECT_TRUE(replayed.out.starts_with("solid[48,12] = 1\nthe same at all")) << replayed.out;
}

TEST(MeshCommand, RefusesAMeshThatIsNotClosed) {
    const test::TemporaryFolder folder;
    TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    box.triangles.pop_back();
    folder.write("open.stl", test::binary_stl(box));
    const auto refused =
        test::start_glint(folder.path(),
                          "run wind_tunnel --headless --frames 1 --device cpu --input "
                          "solid=../open.stl,length=30");
    EXPECT_NE(refused.status, 0);
    EXPECT_NE(refused.err.find("the mesh is not closed, so nothing is inside: 3 open edges round 1 "
                               "hole, of 11 triangles."),
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
    /// How many pixels are as bright as what is lit.
    std::size_t lit() const {
        const Picture picture = read_png(folder_.path() / "work/p.png");
        std::size_t count = 0;
        for (std::size_t i = 0; i < picture.rgba.size(); i += 4)
            count += std::max(picture.rgba[i], picture.rgba[i + 1]) > 40;
        return count;
    }

    test::TemporaryFolder folder_;
};

TEST_F(ViewedMesh, IsALitSurfaceOfItsOwnSize) {
    folder_.write("ball.stl", test::binary_stl(test::sphere_mesh(3, {10, 0, 0}, 2)));
    const auto shown = view("ball.stl");
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_EQ(shown.err, "");
    const std::size_t all = lit();
    EXPECT_GT(all, 5000u);  // of 60000
    EXPECT_EQ(view("ball.stl --as image").status, 0);
    EXPECT_NE(lit(), all);
    const auto refused = view("ball.stl --as glow");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err, "glint: --as: 'glow' is none of surface, volume, image\n");
}

TEST_F(ViewedMesh, IsAShellWhereItIsNotClosed) {
    TriangleMesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
    folder_.write("box.stl", test::binary_stl(box));
    EXPECT_EQ(view("box.stl").status, 0);
    const std::size_t whole = lit();
    box.triangles.pop_back();
    folder_.write("open.stl", test::binary_stl(box));
    const auto shown = view("open.stl");
    EXPECT_EQ(shown.status, 0) << shown.err;
    EXPECT_NE(shown.err.find("the mesh is not closed, 3 open edges round 1 hole: it is shown as a "
                             "shell of 1.5 cells"),
              std::string::npos)
        << shown.err;
    EXPECT_GT(lit(), whole / 2);
    EXPECT_EQ(view("open.stl --as volume").status, 0);
    EXPECT_GT(lit(), whole / 4);
    EXPECT_LT(lit(), 2 * whole);  // what is far from the mesh is clear
}

TEST_F(ViewedMesh, OfAPlyIsWhatHasFaces) {
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
    }
    for (const char* const way : {"", " --as points", " --as glow", " --color z --as points"})
        EXPECT_EQ(view("mesh.ply" + std::string(way)).status, 0) << way;
    const auto refused = view("mesh.ply --color z --as surface");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.err, "glint: --color: it is for points, and --as says 'surface'\n");
}

}  // namespace
}  // namespace glint::apps
