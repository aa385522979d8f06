#include <glint/studio/host.hpp>

#include <cstdlib>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

class ViewsOn : public test::OnEachBackend {
protected:
    static std::filesystem::path good(const std::string& name) {
        return std::filesystem::path(GLINT_TEST_DATA_DIR) / "good" / (name + ".cu");
    }
};

TEST_P(ViewsOn, ShowTheFilesOfTheDocumentation) {
    for (const char* name : {"life", "pond", "bodies", "slime"}) {
        const char* out = std::getenv("GLINT_TEST_PICTURES");
        test::TemporaryFolder folder;
        app::App app({.title = name,
                      .headless = true,
                      .frames = 20,
                      .every = 20,
                      .out = out ? out : folder.path(),
                      .device = GetParam(),
                      .steps_per_second = 60});
        Simulation simulation({.device = app.device(), .file = good(name)});
        if (std::string(name) == "bodies") {
            simulation.parameters()[0].set("count", 2000);
            simulation.reset();
        }
        simulation.drag({.place = {300, 300, 0}, .before = {}});
        run(app, simulation);
        EXPECT_EQ(simulation.now().number, 20u);
    }
}
INSTANTIATE_TEST_SUITE_P(Backends, ViewsOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
