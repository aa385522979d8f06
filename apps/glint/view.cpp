#include <apps/glint/commands.hpp>

#include <cstdlib>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/open_app.hpp>
#include <apps/glint/viewed_file.hpp>
#include <glint/base/files.hpp>
#include <glint/base/formats/png.hpp>
#include <glint/base/run_program.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/views/viewer.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

int write_picture(const ViewRequest& request, const fs::path& simulation_file,
                  const ViewedFile& viewed) {
    studio::Simulation simulation({.device = Device::open(request.options.device),
                                   .file = simulation_file,
                                   .inputs = viewed.inputs,
                                   .has_host = false});
    studio::Viewer still(simulation, std::nullopt, interop::Sharing::automatic);
    if (!request.views.empty()) still.show(request.views);
    write_png(*request.picture, still.picture(request.options.width, request.options.height));
    fmt::print("wrote {}\n", request.picture->string());
    return EXIT_SUCCESS;
}

}  // namespace

int view(const ViewRequest& request) {
    const ScratchFolder folder;
    fs::path shown = request.file;
    if (!request.raw.empty()) {
        shown = folder.path() / (request.file.filename().string() + ".mhd");
        write_atomically(shown, header_for_raw(request.file, request.raw));
    }
    ViewedFile viewed = view_of(shown, request.as);
    viewed.files.front() = fs::absolute(request.file);  // not a header of ours
    const fs::path file = folder.path() / "view.cu";
    write_atomically(file, viewed.text);
    if (request.picture) return write_picture(request, file, viewed);
    if (request.options.headless || !has_display())
        throw app::WrongOption("--picture", "without a window it has to say what is written");
    RunRequest run_request;
    run_request.simulation = file.string();
    run_request.inputs = viewed.inputs;
    run_request.views = request.views;
    run_request.history_bytes = 0;
    const fs::path out = run_request.options.out;
    run_request.options = request.options;
    if (request.options.out == app::AppOptions().out) run_request.options.out = out;
    run_request.options.time_step = 0;
    run_request.follow = {.files = viewed.files,
                          .text = [&] { return view_of(shown, request.as).text; }};
    return run(std::move(run_request));
}

}  // namespace glint::apps
