// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <apps/catalog.hpp>
#include <apps/glint/run_files.hpp>
#include <apps/glint/sweep_flags.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/sweep.hpp>
#include <glint/studio/batch/sweep_pages.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/state/extents.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr const char* kParent = "sweeps";
constexpr unsigned kPicture_px = 256;
constexpr std::size_t kMaxNamed = 10;
constexpr std::size_t kHashDigits = 8;

/// A sweep, as determined before its first case starts.
struct Plan {
    SweepRequest request;
    RunSpec run;
    Entry entry;
    std::string text;            ///< content of the simulation's file
    std::vector<RunFile> files;  ///< the other files that the cases read
    studio::Declaration declaration;
    std::vector<ParameterSet> parameters;  ///< values that all cases share
    studio::Cases cases;
    bool uses_gpu;
};

template <class Action>
auto or_wrong_option(const Action& action) try {
    return action();
} catch (const studio::DeclarationError&) {
    throw;
} catch (const app::WrongOption&) {
    throw;
} catch (const Error& error) {
    throw app::WrongOption(error);
}

bool may_use_gpu(const std::string& device) {
    const char* wish = std::getenv("GLINT_DEVICE");
    return device != "cpu" && !(device == "auto" && wish && std::string_view(wish) == "cpu");
}

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Sets parameters by name. Ignores unknown names, or throws Error for them if `all_are_known`.
void apply_settings(const Settings& settings, std::span<ParameterSet> sets, bool all_are_known) {
    std::vector<std::string> known;
    for (const ParameterSet& set : sets)
        for (const Parameter& parameter : set.list()) known.push_back(parameter.name);
    for (const auto& [name, value] : settings) {
        bool is_known = false;
        for (ParameterSet& set : sets)
            for (const Parameter& parameter : set.list())
                if (set.is_called(parameter, name)) {
                    set.set_text(parameter, value);
                    is_known = true;
                }
        if (!is_known && all_are_known)
            throw Error(ErrorCode::not_found, fmt::format("set parameter '{}'", name),
                        "parameter not found" + text::known_names(name, known));
    }
}

void refuse_double(const Settings& settings, std::span<const studio::Axis> axes) {
    for (const auto& [name, value] : settings)
        if (std::ranges::find(axes, name, &studio::Axis::name) != axes.end())
            throw app::WrongOption("--set", fmt::format("'{}' is already an axis", name));
}

Plan make_plan(SweepRequest request) {
    if (request.simulation.ends_with(".toml"))
        request = or_wrong_option([&] { return read_sweep_file(request); });
    if (request.simulation.starts_with('-'))  // otherwise, the case would parse the name as a flag
        request.simulation = "./" + request.simulation;
    RunSpec run = run_spec_of(request);
    Entry entry = find_entry(request.simulation);
    const std::string source = read_text(entry.file);
    studio::Declaration declaration =
        studio::read_declaration(entry.file.string(), source, {.has_host = entry.make != nullptr});
    const bool uses_gpu = may_use_gpu(run.options.device);
    return or_wrong_option([&] {
        std::vector<ParameterSet> parameters = declaration.parameters;
        if (uses_gpu) apply_settings(entry.on_gpu, parameters, false);
        check_run(run, declaration);
        apply_settings(preset_settings(run, entry.file, declaration), parameters, false);
        apply_settings(run.options.settings, parameters, true);
        std::vector<studio::AxisSpec> specs;
        std::ranges::transform(request.axes, std::back_inserter(specs), studio::parse_axis);
        studio::Cases cases =
            studio::cases_of(studio::axes_of(declaration, specs,
                                             {.samples = request.samples.value_or(0),
                                              .is_latin = request.is_latin.value_or(false),
                                              .seed = request.sample_seed.value_or(1)}));
        refuse_double(run.options.settings, cases.axes());
        std::vector<RunFile> files = files_of_run(run, entry.file, source);
        return Plan{std::move(request),
                    std::move(run),
                    std::move(entry),
                    source,
                    std::move(files),
                    std::move(declaration),
                    std::move(parameters),
                    std::move(cases),
                    uses_gpu};
    });
}

studio::SweepDefinition definition_of(const Plan& plan) {
    studio::SweepDefinition definition{
        {"the simulation", plan.request.simulation},
        {fmt::format("the text of {}", plan.entry.file.filename().string()),
         content_hash(plan.text).substr(0, kHashDigits)}};
    for (const RunFile& file : plan.files)
        definition.emplace_back(file.name, file.hash.substr(0, kHashDigits));
    const auto add = [&](const std::string& name, const std::string& value) {
        const auto found =
            std::ranges::find(definition, name, &studio::SweepDefinition::value_type::first);
        if (found == definition.end())
            definition.emplace_back(name, value);
        else
            found->second += ' ' + value;
    };
    for (const std::string& axis : plan.request.axes) {
        const auto equals = axis.find('=');
        add("axis " + axis.substr(0, equals), axis.substr(equals + 1));
    }
    for (const auto& [flag, value] : plan.request.passed) add(flag, value);
    if (plan.request.samples) add("--samples", std::to_string(*plan.request.samples));
    if (plan.request.is_latin.value_or(false)) add("--latin", "given");
    if (plan.request.sample_seed) add("--sample-seed", std::to_string(*plan.request.sample_seed));
    return definition;
}

/// Returns the parameters of the case with the given index.
std::vector<ParameterSet> parameters_of(const Plan& plan, std::size_t index) {
    std::vector<ParameterSet> sets = plan.parameters;
    const std::vector<std::string> values = plan.cases.values(index);
    Settings settings;
    for (std::size_t i = 0; i < values.size(); ++i)
        settings.emplace_back(plan.cases.axes()[i].name, values[i]);
    apply_settings(settings, sets, false);
    return sets;
}

std::size_t state_bytes(const studio::Declaration& declaration,
                        std::span<const ParameterSet> parameters) {
    std::size_t bytes = 0;
    for (const studio::Structure& structure : declaration.structures) {
        const std::size_t count = studio::extents_of(structure, parameters).count();
        for (const studio::Field& field : structure.fields)
            bytes += count * field.type.size_bytes * (field.is_double_buffered ? 2 : 1);
    }
    return bytes;
}

/// Returns the state size of the largest case, in bytes. Looks only at the first kLooked cases.
std::size_t max_state_bytes(const Plan& plan) {
    constexpr std::size_t kLooked = 2000;
    std::size_t most = 0;
    for (std::size_t i = 0; i < std::min(plan.cases.size(), kLooked); ++i)
        most = std::max(most, state_bytes(plan.declaration, parameters_of(plan, i)));
    return most;
}

/// Picture size with the aspect ratio of the first 2D grid, or a square size if no grid is 2D.
std::string picture_size_text(const Plan& plan) {
    for (const studio::Structure& structure : plan.declaration.structures) {
        if (structure.extents.size() != 2) continue;
        const studio::Extents extents = studio::extents_of(structure, parameters_of(plan, 0));
        const double longer = static_cast<double>(std::max(extents.width, extents.height));
        const auto side = [&](std::size_t length) {
            return std::max(1L, std::lround(kPicture_px * static_cast<double>(length) / longer));
        };
        return fmt::format("{}x{}", side(extents.width), side(extents.height));
    }
    return fmt::format("{0}x{0}", kPicture_px);
}

std::vector<std::string> arguments_of(const Plan& plan) {
    std::vector<std::string> arguments{"run", plan.request.simulation, "--headless", "--every=0"};
    const auto is_size = [](const auto& passed) { return passed.first == "--size"; };
    if (std::ranges::none_of(plan.request.passed, is_size))
        arguments.push_back("--size=" + picture_size_text(plan));
    for (const auto& [flag, value] : plan.request.passed) arguments.push_back(flag + '=' + value);
    return arguments;
}

/// Returns the name with which the user started glint, for the commands that --commands prints.
std::string own_name() {
    const std::string all = read_text("/proc/self/cmdline");
    const std::string name = all.substr(0, all.find('\0'));
    return name.find('/') == name.npos ? name : absolute_path(name).lexically_normal().string();
}

/// Detects whether files that the cases read have changed since the sweep started.
class FileWatch {
public:
    explicit FileWatch(const Plan& plan) : plan_(plan) {
        for (const RunFile& file : plan.files) watched_.push_back({&file, stamp_of(file.path)});
    }

    /// Returns the reason to stop: a file has changed or cannot be read. "" if no file has changed.
    std::string reason_to_stop() {
        const auto has_changed = [](const fs::path& file) {
            return fmt::format("'{}' changed", file.string());
        };
        try {
            if (read_text(plan_.entry.file) != plan_.text) return has_changed(plan_.entry.file);
            for (Watched& each : watched_) {  // hashes a file only if its time or size has changed
                const Stamp now = stamp_of(each.file->path);
                if (now == each.stamp) continue;
                if (file_hash(each.file->path) != each.file->hash)
                    return has_changed(each.file->path);
                each.stamp = now;
            }
            return {};
        } catch (const Error& error) {
            return error.what();
        }
    }

private:
    using Stamp = std::pair<fs::file_time_type, std::uintmax_t>;
    struct Watched {
        const RunFile* file;
        Stamp stamp;
    };

    static Stamp stamp_of(const fs::path& file) {
        std::error_code absent;
        return {fs::last_write_time(file, absent), fs::file_size(file, absent)};
    }

    const Plan& plan_;
    std::vector<Watched> watched_;
};

studio::SweepOptions options_of(const Plan& plan) {
    studio::SweepOptions options{
        .program = plan.request.commands ? fs::path(own_name()) : fs::path("/proc/self/exe"),
        .server = {"serve-cases", "--", plan.run.options.device},
        .arguments = arguments_of(plan),
        .jobs = plan.request.jobs.value_or(0),
        .retry = plan.request.retry,
        .uses_gpu = plan.uses_gpu,
        .state_bytes = max_state_bytes(plan),
        .code = hash_of_run(plan.text, plan.files)};
    if (plan.request.timeout_s)
        options.time_limit = std::chrono::duration<double>(*plan.request.timeout_s);
    return options;
}

std::string shape_text(const studio::Cases& cases) {
    std::vector<std::string> parts;
    std::size_t samples = 0;
    for (const studio::Axis& axis : cases.axes())
        if (axis.is_sampled)
            samples = axis.values.size();
        else
            parts.push_back(fmt::format("{} {}", axis.values.size(), axis.name));
    if (samples > 0) parts.insert(parts.begin(), text::counted(samples, "sample"));
    return fmt::format("{}", fmt::join(parts, " x "));
}

std::string plan_title(const Plan& plan) {
    return plan.declaration.title.empty() ? plan.entry.name : plan.declaration.title;
}

std::string time_text(std::chrono::duration<double> time) {
    const double seconds = time.count();
    if (seconds < 100) return fmt::format("{:.3g} s", seconds);
    const auto whole = std::lround(seconds);
    if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

/// Prints the progress to stderr. On a terminal, rewrites a single line; elsewhere, prints a line
/// from time to time.
class SweepProgressLine {
public:
    ~SweepProgressLine() {
        if (is_open_) console::say("\n");
    }

    void show(const studio::SweepProgress& progress) {
        const std::size_t ended = progress.done + progress.failed;
        const auto now = std::chrono::steady_clock::now();
        if (!is_terminal_ && (ended == shown_ || now - last_ < kApart)) return;
        shown_ = ended;
        last_ = now;
        std::string line = fmt::format("{} of {} cases", ended, progress.total);
        if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
        if (progress.running > 0) line += fmt::format(", {} running", progress.running);
        if (progress.left && progress.running > 0)
            line += fmt::format(", {} left", time_text(*progress.left));
        console::draw(fmt::format("{}{:<{}}{}", is_terminal_ ? "\r" : "", line,
                                  is_terminal_ ? length_ : 0, is_terminal_ ? "" : "\n"));
        length_ = line.size();
        is_open_ = is_terminal_;
    }

private:
    static constexpr std::chrono::seconds kApart{10};
    bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
    bool is_open_ = false;
    std::size_t shown_ = 0;
    std::size_t length_ = 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

using Results = std::vector<std::optional<studio::CaseResult>>;

std::size_t count_done(const Results& results) {
    return static_cast<std::size_t>(std::ranges::count_if(
        results, [](const auto& result) { return result && result->is_done(); }));
}

std::size_t count_missing(const Results& results) {
    return static_cast<std::size_t>(
        std::ranges::count_if(results, [](const auto& result) { return !result; }));
}

void print_failures(const studio::Cases& cases, const Results& results) {
    std::size_t named = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i] || results[i]->is_done()) continue;
        if (++named > kMaxNamed) {
            console::print("  ...\n");
            return;
        }
        console::print("  case {} ({}): status {}: {}\n", i + 1, cases.caption(i),
                       results[i]->status, results[i]->reason);
    }
}

void print_sweep_json(const studio::CaseFolders& folder, const Results& results,
                      const studio::SweepSummary* summary) {
    nlohmann::ordered_json json{
        {"folder", folder.path().string()},
        {"cases", results.size()},
        {"done", count_done(results)},
        {"failed", results.size() - count_done(results) - count_missing(results)},
        {"missing", count_missing(results)}};
    if (summary) {
        json["ran"] = summary->ran;
        json["at_once"] = summary->max_parallel;
        json["seconds"] = summary->taken.count();
        json["seconds_of_cases"] = summary->of_cases.count();
        json["factor"] = summary->factor();
    }
    for (const char* name : {"table.csv", "contact.png", "contact.html"})
        json["files"].push_back((folder.path() / name).string());
    console::write(json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

void print_summary(const Plan& plan, const studio::CaseFolders& folder, const Results& results,
                   const studio::SweepSummary* summary) {
    const std::size_t done = count_done(results), missing = count_missing(results);
    console::print("{}: {} done, {} failed", text::counted(results.size(), "case"), done,
                   results.size() - done - missing);
    if (missing > 0) console::print(", {} without a result", missing);
    if (summary && summary->ran > 0) console::print(", in {}", time_text(summary->taken));
    console::print("\n");
    print_failures(plan.cases, results);
    if (summary && summary->ran > 1)
        console::print(
            "{} took {} in total ({:.3g} times the elapsed time), with up to {} in parallel\n",
            text::counted(summary->ran, "case"), time_text(summary->of_cases), summary->factor(),
            summary->max_parallel);
    for (const char* name : {"table.csv", "contact.png", "contact.html"})
        console::print("wrote {}\n", (folder.path() / name).string());
}

int report(const Plan& plan, const studio::CaseFolders& folder,
           const studio::SweepSummary* summary) {
    const Results results = or_wrong_option(
        [&] { return studio::collect_results(options_of(plan), plan.cases, folder); });
    studio::write_sweep_pages(
        plan.cases, results, folder,
        fmt::format("{}: {}", plan_title(plan), text::counted(plan.cases.size(), "case")));
    if (plan.request.json)
        print_sweep_json(folder, results, summary);
    else
        print_summary(plan, folder, results, summary);
    return count_done(results) == results.size() ? EXIT_SUCCESS : EXIT_FAILURE;
}

int print_commands(const Plan& plan, const studio::CaseFolders& folder) {
    const studio::SweepOptions options = options_of(plan);
    or_wrong_option([&] {
        for (std::size_t i = 0; i < plan.cases.size(); ++i)
            console::write(studio::case_command(options, plan.cases, folder, i) + '\n');
    });
    return EXIT_SUCCESS;
}

int run_cases(const Plan& plan, const fs::path& path, const studio::SweepDefinition& definition) {
    const auto folder = or_wrong_option([&] {
        return std::make_unique<studio::SweepFolder>(path, definition, plan.cases.size(), [&] {
            (void)studio::collect_results(options_of(plan), plan.cases,
                                          studio::CaseFolders(path, plan.cases.size()));
        });
    });
    console::say("{}: {} ({}), writing to {}\n", plan_title(plan),
                 text::counted(plan.cases.size(), "case"), shape_text(plan.cases), path.string());
    studio::SweepSummary summary;
    std::string reason;
    {
        SweepProgressLine line;
        FileWatch watch(plan);
        studio::SweepOptions options = options_of(plan);
        options.continues = [&] { return (reason = watch.reason_to_stop()).empty(); };
        summary = or_wrong_option([&] {
            return studio::run_sweep(options, plan.cases, *folder,
                                     [&](const auto& progress) { line.show(progress); });
        });
    }
    if (summary.is_interrupted) {
        console::say(
            "the sweep was interrupted: {} of {} have a result. To continue, run the same command "
            "again\n",
            summary.done + summary.failed, text::counted(summary.total, "case"));
        return studio::kInterrupted;
    }
    const int status = report(plan, *folder, &summary);
    if (summary.is_stopped)
        throw Error(ErrorCode::invalid_state,
                    fmt::format("finish the sweep of '{}'", plan.entry.file.string()),
                    reason + ", so the remaining cases were not run");
    return status;
}

}  // namespace

int sweep(SweepRequest request) {
    const Plan plan = make_plan(std::move(request));
    const studio::SweepDefinition definition = definition_of(plan);
    const fs::path path = plan.request.out.value_or(
        studio::choose_sweep_folder(kParent, plan.entry.name, definition));
    const studio::CaseFolders folder(path, plan.cases.size());
    if (!plan.request.commands && !plan.request.collect) return run_cases(plan, path, definition);
    or_wrong_option([&] { studio::require_same_sweep(path, definition); });
    return plan.request.commands ? print_commands(plan, folder) : report(plan, folder, nullptr);
}

}  // namespace glint::apps
