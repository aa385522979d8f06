// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <apps/catalog.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/views/viewer.hpp>
#include <support/backends.hpp>

namespace glint::test {

/// A headless context, and simulations of the catalog on each backend.
class OnBackend : public OnContext, public testing::WithParamInterface<std::string> {
protected:
    using Settings = std::vector<std::pair<std::string, std::string>>;

    /// Options of the simulation `name`, with these parameters and, optionally, an input.
    studio::SimulationOptions options(std::string_view name, const Settings& settings = {},
                                      const std::string& input = {}) {
        auto made = apps::options_for(apps::find_entry(name), Device::open(GetParam()));
        made.settings.insert(made.settings.end(), settings.begin(), settings.end());
        if (!input.empty()) made.inputs = {input};
        return made;
    }

    /// Draws `simulation` in its current state.
    Picture picture(studio::Simulation& simulation, int width = 160, int height = 90,
                    interop::Sharing sharing = interop::Sharing::automatic) {
        studio::Viewer viewer(simulation, context(), sharing);
        gl::Framebuffer target(context(), {.width = width, .height = height});
        viewer.draw(target);
        return target.read_pixels();
    }

    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

}  // namespace glint::test
