#include <glint/studio/host.hpp>

#include <cstdlib>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

class ViewsOn : public test::OnEachBackend {
protected:
    static std::filesystem::path good(const std::string& name) {
        return std::filesystem::path(GLINT_TEST_DATA_DIR) / "good" / (name + ".cu");
    }
};

TEST_P(ViewsOn, RunTheGallery) {
    const char* out = std::getenv("GLINT_TEST_PICTURES");
    const char* only = std::getenv("GLINT_TEST_ONLY");
    for (const auto& entry : std::filesystem::directory_iterator(resource("apps/gallery"))) {
        const std::string name = entry.path().stem().string();
        if (only && name != only) continue;
        test::TemporaryFolder folder;
        const char* frames = std::getenv("GLINT_TEST_FRAMES");
        const unsigned count = frames ? static_cast<unsigned>(std::atoi(frames)) : 4;
        app::App app({.title = name,
                      .headless = true,
                      .frames = count,
                      .every = count,
                      .out = out ? out : folder.path(),
                      .device = GetParam(),
                      .steps_per_second = 60});
        try {
            Simulation simulation({.device = app.device(), .file = entry.path()});
            run(app, simulation);
        } catch (const Error& error) {
            ADD_FAILURE() << name << "\n" << error.what();
        }
    }
}
INSTANTIATE_TEST_SUITE_P(Backends, ViewsOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
