#pragma once

#include <string>

#include <apps/catalog.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <support/backends.hpp>

namespace glint::test {

/// A headless context and what a simulation is made from, on each backend.
class OnBackend : public OnContext, public testing::WithParamInterface<std::string> {
protected:
    apps::Setup setup(unsigned seed = 1) {
        return {.device = Device::open(GetParam()),
                .context = context(),
                .seed = seed,
                .input = std::nullopt};
    }
    apps::Setup shared_by(interop::Sharing way) {
        apps::Setup made = setup();
        made.sharing = way;
        return made;
    }
    apps::Setup from(const std::filesystem::path& input) {
        apps::Setup made = setup();
        made.input = input;
        return made;
    }

    /// A picture of `simulation` as it is now.
    Picture picture(app::Simulation& simulation, int width = 160, int height = 90) {
        gl::Framebuffer target(context(), {.width = width, .height = height});
        simulation.draw(target);
        return target.read_pixels();
    }

    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

}  // namespace glint::test
