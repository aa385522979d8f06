// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <limits>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/failure_text.hpp>
#include <apps/glint/open_app.hpp>
#include <apps/glint/output_files.hpp>
#include <apps/glint/viewed_file.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>
#include <glint/formats/point_rows.hpp>
#include <glint/studio/declaration/mistake.hpp>
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
    console::print("wrote {}\n", request.picture->string());
    return EXIT_SUCCESS;
}

int show_in_window(const ViewRequest& request, const fs::path& simulation_file,
                   const ViewedFile& viewed, std::function<std::string()> text) {
    if (request.options.headless || !has_display())
        throw app::WrongOption("--picture",
                               "this option is required, because no window can be opened");
    RunSpec spec;
    spec.simulation = simulation_file.string();
    spec.inputs = viewed.inputs;
    spec.run.views = request.views;
    spec.run.history_bytes = 0;
    const fs::path out = spec.options.out;
    spec.options = request.options;
    if (request.options.out == app::AppOptions().out) spec.options.out = out;
    spec.options.time_step = 0;
    spec.run.follow = {.files = viewed.files, .text = std::move(text)};
    return run(std::move(spec));
}

/// Returns the device memory to use for points. Leaves memory for pictures and other programs.
std::size_t memory_for_points(const ViewRequest& request, const fs::path& file) {
    constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
    if (request.memory_bytes) return *request.memory_bytes;
    if (!is_point_file(file)) return kAny;
    return Device::open(request.options.device).free_memory_bytes() / 10 * 8;
}

/// Checks that `--color` applies to the view: points, or vertices of a mesh viewed as points.
void check_color(ViewRequest& request, const fs::path& file) {
    if (request.color.empty()) return;
    if (!request.views.empty())
        throw app::WrongOption("--color", "cannot be combined with --views");
    if (!is_point_file(file)) throw app::WrongOption("--color", "applies only to points");
    if (request.as == "surface" || request.as == "volume" || request.as == "image")
        throw app::WrongOption("--color",
                               fmt::format("applies only to points, not to --as {}", request.as));
    if (request.as.empty() && text::lower_case(file.extension().string()) == ".ply")
        request.as = "points";
}

/// Returns a path to the file that can be written in a header. In a header, '%' starts a pattern
/// and a line break ends an entry. For a path that contains such a character, creates a link in
/// `folder` and returns the path of the link.
fs::path data_for_header(const fs::path& file, const fs::path& folder) {
    const auto is_special = [](unsigned char c) { return c < ' ' || c == 0x7f || c == '%'; };
    fs::path data = absolute_path(file);
    const std::string whole = data.string();
    if (std::ranges::none_of(whole, is_special) && text::trim(whole) == whole) return data;
    std::string name(text::trim(file.filename().string()));
    std::ranges::replace_if(name, is_special, '_');
    fs::create_directory(folder / "data");
    fs::create_symlink(data, folder / "data" / name);
    return folder / "data" / name;
}

/// A header that glint generated for a raw data file, and the path of the data file as written in
/// the header.
struct RawHeader {
    fs::path file, data;
};

RawHeader write_raw_header(const ViewRequest& request, const fs::path& folder) {
    const RawHeader header{.file = folder / (request.file.filename().string() + ".mhd"),
                           .data = data_for_header(request.file, folder)};
    write_atomically(header.file, header_for_raw(header.data, request.raw));
    return header;
}

void require_other_picture(const ViewRequest& request, const ViewedFile& viewed) {
    std::vector<NamedFile> read;
    for (const fs::path& file : viewed.files) read.push_back({"the viewed file", file});
    require_free_outputs(std::array{NamedFile{"--picture", *request.picture}}, read);
}

/// Views the file `shown`, which is the requested file or a generated header in `folder`.
int view_in(const fs::path& folder, ViewRequest request, const fs::path& shown) {
    check_color(request, request.file);
    const std::size_t memory_bytes = memory_for_points(request, request.file);
    const auto view_now = [&] { return view_of(shown, request.as, memory_bytes); };
    constexpr int kMaxTries = 10;
    ViewedFile viewed = view_now();
    for (int tries = 1;; ++tries) {
        // Names the requested file, even if `shown` is a generated header.
        viewed.files.front() = absolute_path(request.file);
        if (request.picture) require_other_picture(request, viewed);
        if (!request.color.empty()) request.views = {viewed.view_of_column(request.color)};
        const fs::path file = folder / "view.cu";
        write_atomically(file, viewed.text);
        try {
            if (request.picture) return write_picture(request, file, viewed);
            return show_in_window(request, file, viewed, [&] { return view_now().text; });
        } catch (const Error& error) {
            if (error.code() != ErrorCode::bad_input || tries == kMaxTries) throw;
            // Retries, because another program may have changed the file after its shape was read.
            ViewedFile next = view_now();
            if (next.text == viewed.text) throw;
            viewed = std::move(next);
        }
    }
}

}  // namespace

int view(ViewRequest request) {
    const ScratchFolder folder;
    if (request.raw.empty()) return view_in(folder.path(), request, request.file);
    const RawHeader header = write_raw_header(request, folder.path());
    try {
        return view_in(folder.path(), request, header.file);
    } catch (const app::WrongOption&) {
        throw;
    } catch (const studio::DeclarationError&) {
        throw;
    } catch (const Error& error) {
        throw with_path(with_path(error, header.file, request.file), header.data, request.file);
    }
}

}  // namespace glint::apps
