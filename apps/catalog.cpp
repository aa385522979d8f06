// SPDX-License-Identifier: MIT
#include <apps/catalog.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <apps/cloth/cloth.hpp>
#include <apps/convection/convection.hpp>
#include <apps/dam/dam.hpp>
#include <apps/flock/flock.hpp>
#include <apps/galaxy/galaxy.hpp>
#include <apps/inputs.hpp>
#include <apps/nbody/nbody.hpp>
#include <apps/ocean/ocean.hpp>
#include <apps/plume/plume.hpp>
#include <apps/plume/plume3d.hpp>
#include <apps/sand_snow/sand_snow.hpp>
#include <apps/stability.hpp>
#include <apps/wind_tunnel/requirements.hpp>
#include <glint/app/options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".cu";

Entry gallery_entry(const fs::path& file) {
    Entry entry{.name = file.stem().string(), .file = file};
    if (entry.name == "gray_scott") {
        entry.on_gpu = {{"width", "1820"}, {"height", "1024"}};
        entry.prepare = require_concentrations;
        entry.require = require_diffusion_number;
    }
    return entry;
}

template <class Made>
std::unique_ptr<studio::Simulation> make(const studio::SimulationOptions& options) {
    return std::make_unique<Made>(options);
}

Entry plume_entry() {
    return {.name = "plume",
            .file = resource("apps/plume/plume.cu"),
            .on_gpu = {{"width", "1536"}, {"height", "2048"}},
            .make = make<Plume>};
}

Entry plume3d_entry() {
    return {.name = "plume3d",
            .file = resource("apps/plume/plume3d.cu"),
            .on_gpu = {{"width", "256"},
                       {"height", "256"},
                       {"depth", "256"},
                       {"lamp", "96"},
                       {"picture_width", "1024"},
                       {"picture_height", "1024"}},
            .make = make<Plume3d>};
}

Entry convection_entry() {
    return {.name = "convection",
            .file = resource("apps/convection/convection.cu"),
            .on_gpu = {{"width", "768"}, {"height", "512"}},
            .make = make<Convection>,
            .require = require_few_parts};
}

Entry galaxy_entry() {
    return {.name = "galaxy",
            .file = resource("apps/galaxy/galaxy.cu"),
            .on_gpu = {{"count", "4000000"}},
            .make = make<Galaxy>};
}

Entry flock_entry() {
    return {.name = "flock",
            .file = resource("apps/flock/flock.cu"),
            .on_gpu = {{"count", "2000000"},
                       {"width", "192"},
                       {"height", "112"},
                       {"depth", "192"},
                       {"ball", "12"},
                       {"fear", "14"},
                       {"margin", "8"},
                       {"picture_width", "1280"},
                       {"picture_height", "720"}},
            .make = make<Flock>,
            .require = require_room};
}

Entry dam_entry() {
    return {.name = "dam",
            .file = resource("apps/dam/dam.cu"),
            .on_gpu = {{"spacing", "0.01"},
                       {"width", "322"},
                       {"height", "100"},
                       {"depth", "100"},
                       {"picture_width", "1280"},
                       {"picture_height", "720"}},
            .make = make<Dam>,
            .require = require_water};
}

Entry ocean_entry() {
    return {.name = "ocean",
            .file = resource("apps/ocean/ocean.cu"),
            .on_gpu = {{"size", "1024"}, {"width", "1920"}, {"height", "1080"}},
            .make = make<Ocean>,
            .require = require_patches};
}

Entry nbody_entry() {
    return {.name = "nbody",
            .file = resource("apps/nbody/nbody.cu"),
            .on_gpu = {{"count", "65536"}},
            .make = make<NBody>};
}

Entry cloth_entry() {
    return {.name = "cloth",
            .file = resource("apps/cloth/cloth.cu"),
            .on_gpu = {{"columns", "512"},
                       {"rows", "512"},
                       {"substeps", "60"},
                       {"tiled", "true"},
                       {"picture_width", "1280"},
                       {"picture_height", "720"},
                       {"shade", "2048"}},
            .make = make<Cloth>,
            .require = require_sheet};
}

Entry sand_snow_entry() {
    return {.name = "sand_snow",
            .file = resource("apps/sand_snow/sand_snow.cu"),
            .on_gpu = {{"count", "2000000"}, {"width", "160"}, {"height", "104"}, {"depth", "76"}},
            .make = make<SandSnow>,
            .require = require_filling};
}

void warn_about_same_name(const std::string& name) {
    const std::string file = name + std::string(kExtension);
    std::error_code absent;
    if (!fs::is_regular_file(file, absent)) return;
    log::warning_once(fmt::format(
        "'{0}' is a built-in simulation. To run the file in this folder instead, write {1}", name,
        file));
}

}  // namespace

std::vector<Entry> catalog() {
    std::vector<Entry> entries;
    for (const auto& found : fs::directory_iterator(resource("apps/gallery")))
        if (found.path().extension() == kExtension) entries.push_back(gallery_entry(found.path()));
    entries.push_back(plume_entry());
    entries.push_back(ocean_entry());
    entries.push_back(galaxy_entry());
    entries.push_back(plume3d_entry());
    entries.push_back(convection_entry());
    entries.push_back(nbody_entry());
    entries.push_back(dam_entry());
    entries.push_back(flock_entry());
    entries.push_back(sand_snow_entry());
    entries.push_back(cloth_entry());
    std::ranges::sort(entries, {}, &Entry::name);
    entries.insert(entries.begin(), {.name = "particles",
                                     .file = resource("apps/particles/particles.cu"),
                                     .on_gpu = {{"count", "1000000"}},
                                     .prepare = fit_to_box});
    entries.push_back({.name = "waves",
                       .file = resource("apps/waves/waves.cu"),
                       .on_gpu = {{"width", "1920"}, {"height", "1080"}},
                       .require = require_courant_number});
    entries.push_back({.name = "waves3d",
                       .file = resource("apps/waves/waves3d.cu"),
                       .on_gpu = {{"width", "320"}, {"height", "224"}, {"depth", "224"}},
                       .require = require_courant_number});
    entries.push_back({.name = "wind_tunnel",
                       .file = resource("apps/wind_tunnel/wind_tunnel.cu"),
                       .on_gpu = {{"width", "2304"},
                                  {"height", "960"},
                                  {"size", "96"},
                                  {"sponge", "384"},
                                  {"reynolds", "600"}},
                       .prepare = place_in_tunnel,
                       .require = require_flow,
                       .lengths = {"size", "sponge", "brush", "width", "height"}});
    for (const char* const name : {"wind_tunnel3d", "wind_tunnel3d_16"})
        entries.push_back({.name = name,
                           .file = resource(fmt::format("apps/wind_tunnel/{}.cu", name)),
                           .on_gpu = {{"width", "384"},
                                      {"height", "192"},
                                      {"depth", "192"},
                                      {"size", "48"},
                                      {"sponge", "72"},
                                      {"reynolds", "600"}},
                           .prepare = place_in_tunnel,
                           .require = require_flow,
                           .lengths = {"size", "sponge", "brush", "width", "height", "depth"}});
    return entries;
}

std::string find_simulation(const std::string& name, const fs::path& folder) {
    if (name.ends_with(kExtension)) return name;
    if (std::ranges::count(catalog(), name, &Entry::name) > 0) return name;
    const fs::path file = folder / (name + std::string(kExtension));
    std::error_code absent;
    return fs::is_regular_file(file, absent) ? file.string() : name;
}

Entry find_entry(std::string_view given) {
    const std::string name = find_simulation(std::string(given));
    if (name.ends_with(kExtension)) {
        const fs::path file(name);
        return {.name = file.stem().string(), .file = file};
    }
    std::vector<std::string> names;
    for (Entry& entry : catalog()) {
        if (entry.name == name) {
            warn_about_same_name(name);
            return std::move(entry);
        }
        names.push_back(entry.name);
    }
    throw app::WrongOption(Error(
        ErrorCode::not_found, fmt::format("run '{}'", name),
        fmt::format("simulation not found in `glint list`{}", text::did_you_mean(name, names))));
}

studio::SimulationOptions options_for(const Entry& entry, const Device& device) {
    studio::SimulationOptions options{.device = device,
                                      .file = entry.file,
                                      .prepare = entry.prepare,
                                      .has_host = entry.make != nullptr};
    if (device.kind() == BackendKind::cuda) options.settings = entry.on_gpu;
    return options;
}

std::unique_ptr<studio::Simulation> make_simulation(const Entry& entry,
                                                    const studio::SimulationOptions& options) {
    return entry.make ? entry.make(options) : std::make_unique<studio::Simulation>(options);
}

}  // namespace glint::apps
