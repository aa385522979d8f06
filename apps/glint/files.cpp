#include <apps/glint/files.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/open_app.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/run/order_check.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr double kFramesPerSecond = 60;
constexpr std::string_view kExtension = ".cu";
constexpr std::string_view kTitle = "TITLE";
constexpr const char* kCheckedArchitecture = "compute_80";

/// What the options say of probes and limits, as the file knows them.
studio::RunOptions run_options(const RunRequest& request, const studio::Declaration& declaration) {
    studio::RunOptions options{.probes = request.probes,
                               .monitors = request.monitors,
                               .check_every = request.check_every,
                               .times = request.times};
    try {
        for (const std::string& text : request.probes)
            (void)studio::parse_probe(declaration, text);  // refused now, not after hours
        options.limits = studio::limits_of(declaration, request.limits);
    } catch (const Error& error) {
        throw app::WrongOption(error);
    }
    return options;
}

studio::Simulation simulation_for(const RunRequest& request, const fs::path& file, app::App& app) {
    studio::SimulationOptions options{.device = app.device(), .file = file, .seed = app.seed()};
    if (request.options.time_step != 0) options.dt = request.options.time_step;
    options.settings = request.options.settings;
    options.inputs = request.inputs;
    try {
        return studio::Simulation(options);
    } catch (const studio::DeclarationError&) {
        throw;
    } catch (const Error& error) {
        const bool is_unknown_field =
            error.code() == ErrorCode::not_found && error.operation().starts_with("read input");
        if (error.code() != ErrorCode::invalid_argument && !is_unknown_field) throw;
        throw app::WrongOption(error);
    }
}

int run_in(app::App& app, const RunRequest& request, const fs::path& file) {
    studio::Simulation simulation = simulation_for(request, file, app);
    const int status = studio::run(app, simulation, run_options(request, simulation.declaration()));
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

bool is_in_catalog(std::string_view name) {
    return std::ranges::find(catalog(), name, &Entry::name) != catalog().end();
}

}  // namespace

std::vector<fs::path> gallery() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(resource("apps/gallery")))
        if (entry.path().extension() == kExtension && !is_in_catalog(entry.path().stem().string()))
            files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::optional<fs::path> find_file(std::string_view name) {
    if (name.ends_with(kExtension)) return fs::path(name);
    for (const fs::path& file : gallery())
        if (file.stem() == name) return file;
    return std::nullopt;
}

int run_file(RunRequest request, const fs::path& file) {
    const studio::Reading reading = studio::read_annotations(file.string(), read_text(file));
    if (!reading.declaration.title.empty()) request.options.title = reading.declaration.title;
    request.options.steps_per_second = kFramesPerSecond;
    app::AppOptions options = request.options;
    if (options.time_step == 0) options.time_step = reading.declaration.dt;
    app::App app = open_app(std::move(options));
    const Device device = app.device();
    try {
        return run_in(app, request, file);
    } catch (const std::exception& error) {
        const auto loss = studio::loss_behind(error, device, app.gl());
        if (!loss) throw;
        fmt::print(stderr, "glint: {}\n", *loss);
        return studio::kDeviceLost;
    }
}

int show_parameters_of(const fs::path& file) {
    const studio::Declaration declaration =
        studio::read_declaration(file.string(), read_text(file));
    for (const ParameterSet& parameters : declaration.parameters)
        fmt::print("{}", app::parameter_help(parameters));
    return EXIT_SUCCESS;
}

int check(const std::string& name) {
    const auto found = find_file(name);
    const fs::path file = found.value_or(fs::path(name));
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
