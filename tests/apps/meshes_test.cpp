#include <apps/catalog.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <geometry/mesh_files.hpp>
#include <geometry/meshes.hpp>
#include <glint/array/array.hpp>
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
        "--set width=96 --set height=48 --input solid=../ball.stl,height=12,at=0.5:0.25 "
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

}  // namespace
}  // namespace glint::apps
