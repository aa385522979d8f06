// SPDX-License-Identifier: MIT
#include "check.hpp"

#include <array>
#include <sstream>

#include <fmt/format.h>

#include <glint/base/error.hpp>

#include "arithmetic.hpp"
#include "compare.hpp"

namespace glint::fuzz {
namespace {

constexpr std::array<const char*, 7> kNames{"agree",    "differ",  "failed", "not lowered",
                                            "too long", "illegal", "crashed"};

Verdict judge(const Kernel& kernel, const Target& target, const Memory& expected,
              const Result& result) {
    Verdict verdict{.seed = kernel.seed,
                    .target = target.name(),
                    .detail = result.reason,
                    .lowering = result.lowering};
    if (result.memory) {
        verdict.detail = first_difference(kernel, expected, *result.memory);
        verdict.status = verdict.detail.empty() ? Status::agree : Status::differ;
    } else {
        verdict.status = result.not_lowered ? Status::not_lowered : Status::failed;
    }
    return verdict;
}

std::string one_line(std::string text) {
    for (char& letter : text)
        if (letter == '\n' || letter == '\t') letter = ' ';
    return text;
}

/// Kernels without undefined behavior, and their expected results.
struct Referenced {
    std::vector<Kernel> kernels;
    std::vector<Memory> expected;
    std::vector<Verdict> others;
};

Referenced interpret_all(const std::vector<Kernel>& kernels) {
    Referenced result;
    for (const Kernel& kernel : kernels) {
        try {
            Memory memory = interpret(kernel);
            result.kernels.push_back(kernel);
            result.expected.push_back(std::move(memory));
        } catch (const TooLong& reason) {
            result.others.push_back(
                {kernel.seed, "reference", Status::too_long, reason.what(), ""});
        } catch (const Illegal& reason) {
            result.others.push_back({kernel.seed, "reference", Status::illegal, reason.what(), ""});
        }
    }
    return result;
}

}  // namespace

std::string to_string(Status status) { return kNames[static_cast<std::size_t>(status)]; }

bool is_bad(Status status) {
    return status == Status::differ || status == Status::failed || status == Status::illegal ||
           status == Status::crashed;
}

std::vector<Verdict> check(const std::vector<Kernel>& kernels, const std::vector<Target>& targets) {
    Referenced referenced = interpret_all(kernels);
    std::vector<Verdict> verdicts = std::move(referenced.others);
    if (referenced.kernels.empty()) return verdicts;
    for (const Target& target : targets) {
        const std::vector<Result> results = run_on(target, referenced.kernels);
        for (std::size_t i = 0; i < results.size(); ++i)
            verdicts.push_back(
                judge(referenced.kernels[i], target, referenced.expected[i], results[i]));
    }
    return verdicts;
}

std::string write_verdicts(const std::vector<Verdict>& verdicts) {
    std::string text;
    for (const Verdict& verdict : verdicts)
        text += fmt::format("{}\t{}\t{}\t{}\t{}\n", verdict.seed, verdict.target,
                            static_cast<int>(verdict.status), verdict.lowering,
                            one_line(verdict.detail));
    return text;
}

std::vector<Verdict> read_verdicts(const std::string& text) {
    std::vector<Verdict> verdicts;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string seed, status;
        Verdict verdict;
        std::getline(fields, seed, '\t');
        std::getline(fields, verdict.target, '\t');
        std::getline(fields, status, '\t');
        std::getline(fields, verdict.lowering, '\t');
        std::getline(fields, verdict.detail);
        verdict.seed = std::stoull(seed);
        verdict.status = static_cast<Status>(std::stoi(status));
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

bool compiles_in_child(const Kernel& kernel, const Target& target, double timeout_seconds) {
    const std::string yes = "yes";
    const Ending ending =
        in_child([&] { return compiles(target, kernel) ? yes : std::string(); }, timeout_seconds);
    return ending.trouble.empty() && ending.text == yes;
}

std::vector<Verdict> check_disjoint(const Kernel& kernel, const Target& target,
                                    double timeout_seconds) {
    const Ending ending =
        in_child([&] { return write_verdicts(check({kernel}, {target})); }, timeout_seconds);
    std::vector<Verdict> verdicts = read_verdicts(ending.text);
    if (!ending.trouble.empty())
        verdicts.push_back({kernel.seed, target.name(), Status::crashed, ending.trouble, ""});
    return verdicts;
}

}  // namespace glint::fuzz
