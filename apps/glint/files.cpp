#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/open_app.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/keep/recording/bookmark_file.hpp>
#include <glint/studio/run/order_check.hpp>
#include <glint/studio/window/presets.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr double kFramesPerSecond = 60;
constexpr std::string_view kExtension = ".cu";
constexpr std::string_view kTitle = "TITLE";
constexpr const char* kCheckedArchitecture = "compute_80";

/// What the options say of probes, limits and views, as the file knows them.
studio::RunOptions run_options(const RunRequest& request, const studio::Declaration& declaration) {
    studio::RunOptions options{.probes = request.probes,
                               .monitors = request.monitors,
                               .check_every = request.check_every,
                               .times = request.times,
                               .views = request.views};
    if (request.views.size() > 1 && !request.beside.empty())
        throw app::WrongOption("--views", "--beside shows one view of both files");
    if (request.views.size() > studio::Viewer::kMostPanes)
        throw app::WrongOption(
            "--views", fmt::format("there can be 1 to {}, not {}", studio::Viewer::kMostPanes,
                                   request.views.size()));
    try {
        for (const std::string& name : request.views)
            (void)studio::find_view(declaration, studio::shown_in(declaration), name);
        for (const std::string& text : request.probes)
            (void)studio::parse_probe(declaration, text);  // refused now, not after hours
        options.limits = studio::limits_of(declaration, request.limits);
    } catch (const Error& error) {
        throw app::WrongOption(error);
    }
    return options;
}

/// Refused before anything is compiled.
std::optional<studio::RecordingOptions> recording_of(const RunRequest& request) {
    if (request.record.empty()) return std::nullopt;
    const studio::RecordingOptions options{.file = request.record, .fps = request.fps};
    try {
        studio::check_recording(options);
    } catch (const Error& error) {
        if (error.code() == ErrorCode::not_found) throw;
        throw app::WrongOption(error);
    }
    return options;
}

studio::CameraTourOptions tour_of(const RunRequest& request) {
    return {.bookmarks = request.camera_path, .seconds = request.path_seconds};
}

void check_path(const RunRequest& request, const fs::path& file) {
    if (request.camera_path.empty()) return;
    try {
        studio::check_tour(tour_of(request), studio::read_bookmarks(studio::bookmark_file(file)));
    } catch (const Error& error) {
        throw app::WrongOption("--camera-path", error.reason());
    }
}

/// Where nothing else says how long, a headless run is as long as its camera's path.
void set_length(const RunRequest& request, app::AppOptions& options) {
    if (!options.headless || options.frames > 0 || request.camera_path.empty()) return;
    options.frames =
        static_cast<unsigned>(std::ceil(kFramesPerSecond * tour_of(request).duration()));
}

/// The preset's values, as settings before those of the command line. Warns of what there is no
/// parameter for.
std::vector<std::pair<std::string, std::string>> settings_of(
    const RunRequest& request, const fs::path& file, std::span<const ParameterSet> declared) {
    std::vector<std::pair<std::string, std::string>> settings;
    if (request.preset.empty()) return settings;
    std::vector<ParameterSet> trial(declared.begin(), declared.end());
    try {
        const studio::Preset preset =
            studio::read_preset(studio::find_preset(file, request.preset));
        for (const std::string& unknown : studio::apply_preset(preset, trial))
            log::warning(unknown);
        for (const auto& value : preset.values)
            settings.emplace_back(
                (value.structure.empty() ? "" : value.structure + '.') + value.name, value.text);
    } catch (const Error& error) {
        throw app::WrongOption(error);
    }
    return settings;
}

std::unique_ptr<studio::Simulation> simulation_for(const RunRequest& request, const Entry& entry,
                                                   app::App& app) {
    studio::SimulationOptions options = options_for(entry, app.device());
    options.seed = app.seed();
    if (request.options.time_step != 0) options.dt = request.options.time_step;
    std::ranges::copy(
        settings_of(request, entry.file,
                    studio::read_annotations(entry.file.string(), read_text(entry.file))
                        .declaration.parameters),
        std::back_inserter(options.settings));
    std::ranges::copy(request.options.settings, std::back_inserter(options.settings));
    options.inputs = request.inputs;
    try {
        return std::make_unique<studio::Simulation>(options);
    } catch (const studio::DeclarationError&) {
        throw;
    } catch (const Error& error) {
        const bool is_unknown_field =
            error.code() == ErrorCode::not_found && error.operation().starts_with("read input");
        if (error.code() != ErrorCode::invalid_argument && !is_unknown_field) throw;
        throw app::WrongOption(error);
    }
}

/// The simulation that runs along, with the settings and inputs that its file has a use for.
std::unique_ptr<studio::Simulation> beside_for(RunRequest request, app::App& app) {
    if (request.beside.empty()) return nullptr;
    const Entry entry = find_entry(request.beside);
    const auto declaration =
        studio::read_annotations(entry.file.string(), read_text(entry.file)).declaration;
    std::erase_if(request.inputs, [&](const std::string& input) {
        return !declaration.find_field(input.substr(0, input.find('=')));
    });
    return simulation_for(request, entry, app);
}

int run_in(app::App& app, const RunRequest& request, const Entry& entry) {
    const auto simulation = simulation_for(request, entry, app);
    const auto beside = beside_for(request, app);
    studio::RunOptions options = run_options(request, simulation->declaration());
    options.beside = beside.get();
    options.record = recording_of(request);
    options.tour = tour_of(request);
    const int status = studio::run(app, *simulation, options);
    for (const auto& image : app.images()) fmt::print("wrote {}\n", image.string());
    return status;
}

/// What NVRTC alone finds, where it is installed; that needs no GPU.
std::vector<studio::Mistake> mistakes_for_gpus(const fs::path& file) try {
    return studio::check_for(kCheckedArchitecture, file);
} catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return {};
}

std::string title_of(std::string_view name) {
    std::string title(name);
    std::ranges::replace(title, '_', ' ');
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
}

}  // namespace

int run(RunRequest request) {
    (void)recording_of(request);
    const Entry entry = find_entry(request.simulation);
    const studio::Reading reading =
        studio::read_annotations(entry.file.string(), read_text(entry.file));
    if (!reading.declaration.title.empty()) request.options.title = reading.declaration.title;
    request.options.steps_per_second = kFramesPerSecond;
    app::AppOptions options = request.options;
    if (options.time_step == 0) options.time_step = reading.declaration.dt;
    check_path(request, entry.file);
    set_length(request, options);
    app::App app = open_app(std::move(options));
    const Device device = app.device();
    try {
        return run_in(app, request, entry);
    } catch (const std::exception& error) {
        const auto loss = studio::loss_behind(error, device, app.gl());
        if (!loss) throw;
        fmt::print(stderr, "glint: {}\n", *loss);
        return studio::kDeviceLost;
    }
}

int show_parameters(const RunRequest& request) {
    const fs::path file = find_entry(request.simulation).file;
    const studio::Declaration declaration =
        studio::read_declaration(file.string(), read_text(file));
    for (const ParameterSet& parameters : declaration.parameters)
        fmt::print("{}", app::parameter_help(parameters));
    return EXIT_SUCCESS;
}

int check(const std::string& name) {
    const fs::path file = find_entry(name).file;
    std::vector<studio::Mistake> mistakes = studio::check(Device::open("cpu"), file);
    if (mistakes.empty()) mistakes = mistakes_for_gpus(file);
    if (mistakes.empty()) mistakes = studio::order_mistakes(file);
    if (mistakes.empty()) return EXIT_SUCCESS;
    fmt::print(stderr, "{}\n", studio::DeclarationError(file.string(), std::move(mistakes)).what());
    return EXIT_FAILURE;
}

int make_new(const std::string& name, const std::string& kind) {
    fs::path file = name;
    if (file.extension() != kExtension) file += kExtension;
    std::error_code ignored;
    if (fs::exists(file, ignored))
        throw Error(ErrorCode::io, fmt::format("write '{}'", file.string()),
                    "there is such a file already");
    std::string text = read_text(resource("apps/starters/" + kind + std::string(kExtension)));
    const auto replace = [&](std::string_view what, const std::string& with) {
        for (std::size_t at = text.find(what); at != text.npos;
             at = text.find(what, at + with.size()))
            text.replace(at, what.size(), with);
    };
    replace("NAME.cu", file.filename().string());
    replace(kTitle, title_of(file.stem().string()));
    replace_file(file, std::as_bytes(std::span(text)));
    fmt::print("wrote {}; run it by: glint run {}\n", file.string(), file.string());
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
