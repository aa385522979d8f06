// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "check.hpp"
#include "generator.hpp"
#include "print.hpp"
#include "reduce.hpp"

namespace glint::fuzz {
namespace {

struct Options {
    std::uint64_t seed = 1;
    int count = 500;
    int jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    int batch = 20;
    double timeout_seconds = 60;
    double tolerated_percent = 100;
    std::vector<std::string> lowerings{"lanes", "fibres", "loops"};
    std::string keep;
    bool cuda = false;
    bool reduces = false;
    bool shows = false;
};

std::vector<Target> targets_of(const Options& options) {
    std::vector<Target> targets;
    for (const std::string& lowering : options.lowerings)
        targets.push_back({"cpu", lowering == "best" ? "" : lowering});
    if (options.cuda) {
        targets.push_back({"cuda", ""});
        targets.push_back({"cuda", "debug"});
    }
    return targets;
}

Target target_called(const Options& options, const std::string& name) {
    for (const Target& target : targets_of(options))
        if (target.name() == name) return target;
    return targets_of(options).front();
}

std::vector<Kernel> kernels_of(const Options& options, std::uint64_t first) {
    std::vector<Kernel> kernels;
    const std::uint64_t end = options.seed + static_cast<std::uint64_t>(options.count);
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(options.batch); ++i)
        if (first + i < end) kernels.push_back(generate(first + i));
    return kernels;
}

/// Collects verdicts, and immediately prints the bad ones.
class Campaign {
public:
    explicit Campaign(const Options& options) : options_(options) {}

    /// Returns true if there are no bad verdicts and not too many refused kernels.
    bool run() {
        const auto start = std::chrono::steady_clock::now();
        run_batches();
        run_singly();
        summarize(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        return bad_.empty() && tolerable();
    }

private:
    void run_batches() {
        std::vector<Work> works;
        std::vector<std::uint64_t> firsts;
        for (int i = 0; i < options_.count; i += options_.batch) {
            firsts.push_back(options_.seed + static_cast<std::uint64_t>(i));
            works.push_back([this, first = firsts.back()] {
                return write_verdicts(check(kernels_of(options_, first), targets_of(options_)));
            });
        }
        const double timeout = options_.timeout_seconds * 3;
        in_children(works, options_.jobs, timeout, [&](std::size_t i, const Ending& ending) {
            if (!ending.trouble.empty()) return again_.push_back(firsts[i]);
            for (const Verdict& verdict : read_verdicts(ending.text)) take(verdict);
        });
    }

    // Runs each kernel again separately, because if a process dies, the verdicts on its other
    // kernels are lost.
    void run_singly() {
        for (const std::uint64_t first : again_)
            for (const Kernel& kernel : kernels_of(options_, first))
                for (const Target& target : targets_of(options_))
                    for (const Verdict& verdict :
                         check_disjoint(kernel, target, options_.timeout_seconds))
                        take(verdict);
    }

    void take(const Verdict& verdict) {
        // In run_singly(), the reference runs once per target, but its result is added to the
        // totals only once per seed.
        if (verdict.target == "reference" && !referenced_.insert(verdict.seed).second) return;
        ++counts_[verdict.target][to_string(verdict.status)];
        if (!verdict.lowering.empty()) ++lowerings_[verdict.target][verdict.lowering];
        if (verdict.status == Status::not_lowered) ++reasons_[verdict.target][verdict.detail];
        if (is_bad(verdict.status)) report(verdict);
    }

    void report(const Verdict& verdict) {
        bad_.push_back(verdict);
        const Kernel kernel = generate(verdict.seed);
        fmt::print("\nseed {}, {}: {}: {}\n", verdict.seed, verdict.target,
                   to_string(verdict.status), verdict.detail);
        keep(verdict, print({kernel}), "");
        if (options_.shows) fmt::print("{}\n", print(kernel));
        if (options_.reduces && verdict.status != Status::illegal) reduce_and_show(verdict, kernel);
        std::fflush(stdout);
    }

    void reduce_and_show(const Verdict& verdict, const Kernel& kernel) {
        const bool compiled = compiles_in_child(kernel, target_called(options_, verdict.target),
                                                options_.timeout_seconds);
        std::string detail;
        const Kernel small = reduce(kernel, [&](const Kernel& candidate) {
            const auto failure = same_failure(candidate, verdict, compiled);
            if (failure) detail = *failure;
            return failure.has_value();
        });
        fmt::print("reduced: {}\n{}\n", detail, print(small));
        keep(verdict, print({small}), "_reduced");
    }

    // Returns the detail of the verdict, if the candidate fails. A candidate that no longer
    // compiles fails for a different reason.
    std::optional<std::string> same_failure(const Kernel& candidate, const Verdict& verdict,
                                            bool compiled) const {
        const Target target = target_called(options_, verdict.target);
        for (const Verdict& found : check_disjoint(candidate, target, options_.timeout_seconds)) {
            if (found.status != verdict.status) continue;
            if (found.status == Status::crashed && found.detail != verdict.detail) continue;
            if (compiles_in_child(candidate, target, options_.timeout_seconds) == compiled)
                return found.detail;
        }
        return std::nullopt;
    }

    void keep(const Verdict& verdict, const std::string& text, const std::string& suffix) const {
        if (options_.keep.empty()) return;
        std::filesystem::create_directories(options_.keep);
        std::ofstream(fmt::format("{}/fuzz_{}{}.cu", options_.keep, verdict.seed, suffix))
            << fmt::format("// {}: {}: {}\n", verdict.target, to_string(verdict.status),
                           verdict.detail)
            << text;
    }

    void summarize(double seconds) const {
        fmt::print("\n{} kernels from seed {} in {:.1f} s ({:.2f} kernels/s, {} jobs)\n",
                   options_.count, options_.seed, seconds, options_.count / seconds, options_.jobs);
        const auto line = [](const char* head, const auto& entries) {
            for (const auto& [target, numbers] : entries)
                for (const auto& [what, number] : numbers)
                    fmt::print("  {:<11} {} {:6}  {}\n", target, head, number, what);
        };
        line("verdict ", counts_);
        line("ran as  ", lowerings_);
        line("not run ", reasons_);
    }

    // Counts only lanes, because plain loops correctly refuse every kernel that synchronizes.
    bool tolerable() const {
        const auto lanes = counts_.find("cpu:lanes");
        if (lanes == counts_.end()) return true;
        const auto refused = lanes->second.find(to_string(Status::not_lowered));
        if (refused == lanes->second.end()) return true;
        const double percent = 100.0 * refused->second / options_.count;
        if (percent <= options_.tolerated_percent) return true;
        fmt::print("lanes refuse {:.1f} % of the kernels, and {} % are tolerated\n", percent,
                   options_.tolerated_percent);
        return false;
    }

    using Counts = std::map<std::string, std::map<std::string, int>>;

    const Options& options_;
    Counts counts_, lowerings_, reasons_;
    std::set<std::uint64_t> referenced_;
    std::vector<std::uint64_t> again_;
    std::vector<Verdict> bad_;
};

void describe(CLI::App& app, Options& options) {
    app.add_option("--seed", options.seed, "the first kernel")->capture_default_str();
    app.add_option("--count", options.count, "how many kernels")->check(CLI::PositiveNumber);
    app.add_option("--jobs", options.jobs, "processes at a time")->check(CLI::PositiveNumber);
    app.add_option("--batch", options.batch, "kernels in one source")->check(CLI::PositiveNumber);
    app.add_option("--timeout", options.timeout_seconds, "seconds for one kernel");
    app.add_option("--lowerings", options.lowerings, "lanes, fibres, loops, best")->delimiter(',');
    app.add_option("--tolerate", options.tolerated_percent,
                   "most kernels, in percent, that the lanes may refuse");
    app.add_option("--keep", options.keep, "a folder for the sources of bad kernels");
    app.add_flag("--cuda", options.cuda,
                 "run on the CUDA device too, compiled with and without optimization");
    app.add_flag("--reduce", options.reduces, "make bad kernels smaller");
    app.add_flag("--show", options.shows, "print the source of bad kernels");
}

}  // namespace
}  // namespace glint::fuzz

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // prints findings immediately
    CLI::App app{"Compares random kernels on each lowering with a plain interpreter"};
    glint::fuzz::Options options;
    glint::fuzz::describe(app, options);
    CLI11_PARSE(app, argc, argv);
    return glint::fuzz::Campaign(options).run() ? 0 : 1;
}
