// SPDX-License-Identifier: MIT
#include <glint/studio/batch/sweep.hpp>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/interruption.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/batch/case_runner.hpp>
#include <glint/studio/batch/detail/job_limit.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kTick{200};
constexpr const char* kThreads = "GLINT_CPU_THREADS";
constexpr const char* kDevice = "GLINT_DEVICE";

/// Returns the last line in the file `errors` that is not progress output. If a case failed, that
/// line is the reason. Returns an empty string if the file cannot be read.
std::string last_complaint(const fs::path& errors) {
    std::string all;
    try {
        all = read_text(errors);
    } catch (const Error&) {
        return {};
    }
    std::string_view last;
    for (const std::string_view line : text::split(all, '\n'))
        if (!line.empty() && line.find("frames/s") == line.npos &&
            line.find("steps/s") == line.npos)
            last = line;
    constexpr std::string_view kSpeaker = "glint: ";
    if (last.starts_with(kSpeaker)) last.remove_prefix(kSpeaker.size());
    return std::string(last);
}

std::string quoted_for_shell(const std::string& text) {
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return text;
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

/// Returns a path that cannot be mistaken for a flag.
fs::path without_dash(const fs::path& path) {
    return path.native().starts_with('-') ? "." / path : path;
}

/// Returns the arguments of a case, without the arguments for its output files.
std::vector<std::string> arguments_that_count(const SweepOptions& options, const Cases& cases,
                                              std::size_t index) {
    std::vector<std::string> arguments = options.arguments;
    const std::vector<std::string> values = cases.values(index);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string& name = cases.axes()[i].name;
        const bool is_flag = name == "seed" || name == "dt";
        arguments.push_back((is_flag ? "--" : "--set=") + name + '=' + values[i]);
    }
    return arguments;
}

/// Returns the arguments that identify a case, as stored in its result. The command "run" is left
/// out.
std::vector<std::string> own_arguments(const SweepOptions& options, const Cases& cases,
                                       std::size_t index) {
    std::vector<std::string> arguments = arguments_that_count(options, cases, index);
    if (!arguments.empty()) arguments.erase(arguments.begin());
    return identifying_arguments(arguments);
}

/// Describes the arguments that only one of the two lists contains.
std::string differing_arguments(const std::vector<std::string>& there,
                                const std::vector<std::string>& here) {
    const auto missing_in = [](const auto& some, const auto& all) {
        std::vector<std::string> missing;
        for (const std::string& each : all)
            if (std::ranges::find(some, each) == some.end()) missing.push_back(each);
        return fmt::format("{}", fmt::join(missing, " "));
    };
    return fmt::format("the result has the arguments '{}' instead of '{}'", missing_in(here, there),
                       missing_in(there, here));
}

void require_result_of_case(const SweepOptions& options, const Cases& cases,
                            const CaseFolders& folder, std::size_t index,
                            const CaseResult& result) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(
            ErrorCode::invalid_state,
            fmt::format("write the sweep to '{}'", folder.path().string()),
            fmt::format(
                "{} contains a result of another sweep: {}. Choose a different folder with --out",
                folder.case_name(index), reason));
    };
    const std::vector<std::string> here = own_arguments(options, cases, index);
    if (result.arguments != here) refuse(differing_arguments(result.arguments, here));
    if (result.code != options.code)
        refuse("the simulation file, an included file, an input or the preset has changed");
}

class SweepRun {
public:
    SweepRun(const SweepOptions& options, const Cases& cases, const SweepFolder& folder,
             const std::function<void(const SweepProgress&)>& show)
        : options_(options),
          cases_(cases),
          folder_(folder),
          show_(show),
          runner_(folder.descriptor_for_cases()),
          resources_(find_resources(options.uses_gpu)),
          on_gpu_(std::max(resources_.gpus, std::size_t(1))) {
        summary_.total = cases.size();
        const auto results = collect_results(options, cases, folder);
        for (std::size_t i = 0; i < cases.size(); ++i) look_at(i, results[i]);
    }

    SweepSummary run() {
        const Interruption interruption;
        report();
        while (true) {
            if (!interruption.has_arrived() && !summary_.is_stopped) start_some();
            if (runner_.running() == 0) break;
            const auto ended = runner_.wait(kTick);
            for (const CaseEnd& end : ended) finish(end);
            if (interruption.has_arrived()) {
                runner_.kill_all();
                break;
            }
            report();
        }
        summary_.is_interrupted =
            interruption.has_arrived() && summary_.done + summary_.failed < summary_.total;
        return summary_;
    }

private:
    using Clock = std::chrono::steady_clock;

    void look_at(std::size_t index, const std::optional<CaseResult>& result) {
        if (!result || (options_.retry && !result->is_done()))
            waiting_.push_back(index);
        else
            ++(result->is_done() ? summary_.done : summary_.failed);
    }

    std::size_t jobs() const {
        if (options_.jobs > 0) return options_.jobs;
        return max_jobs(resources_,
                        {.state_bytes = options_.state_bytes, .measured_bytes = measured_bytes_});
    }

    void start_some() {
        while (!waiting_.empty() && runner_.running() < jobs()) {
            if (options_.continues && !options_.continues()) {
                summary_.is_stopped = true;
                return;
            }
            start(waiting_.front());
            waiting_.pop_front();
        }
        runner_.end_idle();  // no case is waiting for an idle process now
    }

    void start(std::size_t index) {
        const fs::path place = folder_.case_folder(index);
        remove_files_of_case(place);
        std::error_code failure;
        fs::create_directories(place, failure);
        if (failure)
            throw Error(ErrorCode::io, fmt::format("create folder '{}'", place.string()),
                        failure.message());
        CaseProgram program{.program = options_.program, .server = options_.server};
        const CaseTask task{.arguments = case_arguments(options_, cases_, folder_, index),
                            .out = place / "stdout.txt",
                            .errors = place / "stderr.txt",
                            .time_limit = options_.time_limit};
        if (!std::getenv(kThreads))
            program.environment.emplace_back(kThreads, std::to_string(threads_each()));
        if (const auto gpu = gpu_for(task)) {
            ++on_gpu_[*gpu];
            gpu_of_[index] = *gpu;
            program.environment.emplace_back(kDevice, fmt::format("cuda:{}", *gpu));
        }
        runner_.start(index, program, task);
        summary_.max_parallel = std::max(summary_.max_parallel, runner_.running());
    }

    std::size_t threads_each() const {
        const std::size_t together = std::min(jobs(), waiting_.size() + runner_.running());
        return std::max(resources_.cores / std::max(together, std::size_t(1)), std::size_t(1));
    }

    // Returns the GPU for a case, which is the GPU that runs the fewest cases. Returns nullopt if
    // the machine does not have several GPUs, or if the user has selected a GPU.
    std::optional<std::size_t> gpu_for(const CaseTask& task) const {
        const bool is_chosen = std::ranges::any_of(
            task.arguments, [](const std::string& each) { return each.starts_with("--device"); });
        if (on_gpu_.size() < 2 || is_chosen || std::getenv("CUDA_VISIBLE_DEVICES") ||
            std::getenv(kDevice))
            return std::nullopt;
        return static_cast<std::size_t>(std::ranges::min_element(on_gpu_) - on_gpu_.begin());
    }

    void finish(const CaseEnd& end) {
        if (const auto gpu = gpu_of_.find(end.id); gpu != gpu_of_.end()) --on_gpu_[gpu->second];
        measured_bytes_ = std::max(measured_bytes_, end.peak_memory_bytes);
        summary_.of_cases += std::chrono::duration<double>(end.seconds);
        summary_.taken = Clock::now() - started_;
        ++summary_.ran;
        auto result = read_case_result(folder_.result_file(end.id));
        if (!result) {
            result = result_of(end);
            write_case_result(folder_.result_file(end.id), *result);
        }
        ++(result->is_done() ? summary_.done : summary_.failed);
    }

    /// Returns the result of a case whose process wrote no result.
    CaseResult result_of(const CaseEnd& end) const {
        CaseResult result{.status = end.status, .reason = end.reason, .seconds = end.seconds};
        result.arguments = own_arguments(options_, cases_, end.id);
        result.code = options_.code;
        const fs::path errors = folder_.case_folder(end.id) / "stderr.txt";
        if (result.reason.empty()) result.reason = last_complaint(errors);
        if (result.status == 0) result.status = EXIT_FAILURE;
        if (result.reason.empty())
            result.reason = fmt::format("the process ended with status {}", end.status);
        return result;
    }

    void report() const {
        SweepProgress progress{.total = summary_.total,
                               .done = summary_.done,
                               .failed = summary_.failed,
                               .running = runner_.running()};
        const auto left = static_cast<double>(waiting_.size() + runner_.running());
        if (summary_.ran > 0)
            progress.left = (Clock::now() - started_) * (left / static_cast<double>(summary_.ran));
        show_(progress);
    }

    const SweepOptions& options_;
    const Cases& cases_;
    const SweepFolder& folder_;
    const std::function<void(const SweepProgress&)>& show_;
    std::deque<std::size_t> waiting_;
    CaseRunner runner_;
    Resources resources_;
    std::vector<std::size_t> on_gpu_;            // number of running cases on each GPU
    std::map<std::size_t, std::size_t> gpu_of_;  // GPU of each case, by index
    std::size_t measured_bytes_ = 0;
    SweepSummary summary_;
    Clock::time_point started_ = Clock::now();
};

/// Returns true for a number, and for a vector (numbers separated by commas).
bool is_numeric(std::string_view text) {
    return std::ranges::all_of(text::split(text, ','), [](std::string_view part) {
        return text::parse_double(part).has_value();
    });
}

/// Returns true for text that a spreadsheet would interpret as a formula. A formula may start
/// programs.
bool looks_like_formula(std::string_view text) {
    constexpr std::string_view kBeginnings = "=+-@\t\r";
    return !text.empty() && kBeginnings.find(text.front()) != kBeginnings.npos && !is_numeric(text);
}

std::string csv_field(const std::string& given) {
    const std::string text = console::printable(looks_like_formula(given) ? '\'' + given : given);
    if (text.find_first_of(",\"\n\r") == text.npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csv_row(const std::vector<std::string>& fields) {
    std::string row;
    for (const std::string& field : fields) row += (row.empty() ? "" : ",") + csv_field(field);
    return row + '\n';
}

}  // namespace

std::vector<std::string> case_arguments(const SweepOptions& options, const Cases& cases,
                                        const CaseFolders& folder, std::size_t index) {
    std::vector<std::string> arguments = arguments_that_count(options, cases, index);
    const fs::path place = folder.case_folder(index);
    arguments.insert(arguments.end(),
                     {"--out=" + place.string(), "--monitors=" + (place / "monitors.csv").string(),
                      "--picture=" + (place / "picture.png").string(),
                      "--result=" + folder.result_file(index).string()});
    return arguments;
}

std::string case_command(const SweepOptions& options, const Cases& cases, const CaseFolders& folder,
                         std::size_t index) {
    const auto quote = [](const fs::path& path) {
        return quoted_for_shell(without_dash(path).string());
    };
    std::string command =
        fmt::format("test -e {} || {{ mkdir -p {} && ", quote(folder.result_file(index)),
                    quote(folder.case_folder(index)));
    if (options.time_limit)
        command += fmt::format("timeout -s KILL {} ", options.time_limit->count());
    command += quote(options.program);
    for (const std::string& argument : case_arguments(options, cases, folder, index))
        command += ' ' + quoted_for_shell(argument);
    if (command.find_first_of("\n\r") != command.npos)
        throw Error(
            ErrorCode::invalid_argument, "print the commands of a sweep",
            "a path or a value contains a line break, but each command must be a single line");
    return command + "; }";
}

SweepSummary run_sweep(const SweepOptions& options, const Cases& cases, const SweepFolder& folder,
                       const std::function<void(const SweepProgress&)>& show) {
    return SweepRun(options, cases, folder, show).run();
}

std::vector<std::optional<CaseResult>> collect_results(const SweepOptions& options,
                                                       const Cases& cases,
                                                       const CaseFolders& folder) {
    std::vector<std::optional<CaseResult>> results;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        results.push_back(read_case_result(folder.result_file(i)));
        if (results.back()) require_result_of_case(options, cases, folder, i, *results.back());
    }
    return results;
}

std::vector<std::string> monitor_names(const std::vector<std::optional<CaseResult>>& results) {
    std::vector<std::string> names;
    for (const auto& result : results)
        for (std::size_t i = 0; result && i < result->monitors.size(); ++i)
            if (std::ranges::find(names, result->monitors[i].first) == names.end())
                names.push_back(result->monitors[i].first);
    return names;
}

std::string sweep_table(const Cases& cases, const std::vector<std::optional<CaseResult>>& results) {
    const std::vector<std::string> monitors = monitor_names(results);
    std::vector<std::string> header{"case"};
    for (const Axis& axis : cases.axes()) header.push_back(axis.name);
    header.insert(header.end(), monitors.begin(), monitors.end());
    header.insert(header.end(), {"status", "seconds", "reason"});
    std::string table = csv_row(header);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        std::vector<std::string> row{std::to_string(i + 1)};
        for (std::string& value : cases.values(i)) row.push_back(std::move(value));
        const CaseResult result = results[i].value_or(CaseResult{});
        for (const std::string& name : monitors) {
            const auto found =
                std::ranges::find(result.monitors, name, &std::pair<std::string, double>::first);
            row.push_back(found == result.monitors.end() ? "" : text::shortest(found->second));
        }
        const bool has_result = results[i].has_value();
        row.push_back(has_result ? std::to_string(result.status) : "");
        row.push_back(has_result ? fmt::format("{:.3f}", result.seconds) : "");
        row.push_back(has_result ? result.reason : "no result");
        table += csv_row(row);
    }
    return table;
}

}  // namespace glint::studio
