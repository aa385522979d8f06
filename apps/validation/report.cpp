// SPDX-License-Identifier: MIT
#include <apps/validation/report.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include <fmt/format.h>
#include <glint/base/console.hpp>

namespace glint::apps {
namespace {

std::string percent(double share) { return fmt::format("{:.3g} %", 100 * share); }

/// Describes what a finding requires, such as "at most 1e-06" or "0.523599 within 1 %".
std::string demand(const Finding& finding) {
    switch (finding.kind) {
        case Finding::Kind::at_most: return fmt::format("at most {:.6g}", finding.reference);
        case Finding::Kind::at_least: return fmt::format("at least {:.6g}", finding.reference);
        case Finding::Kind::near: break;
    }
    return fmt::format(
        "{:.6g} within {}", finding.reference,
        finding.reference == 0 ? fmt::format("{:.3g}", finding.band) : percent(finding.band));
}

std::string error_text(const Finding& finding) {
    if (finding.kind != Finding::Kind::near) return "";
    return finding.reference == 0 ? fmt::format("{:.3g}", finding.error())
                                  : percent(finding.error());
}

}  // namespace

double Finding::error() const {
    const double distance = std::abs(result - reference);
    return reference == 0 ? distance : distance / std::abs(reference);
}

bool Finding::holds() const {
    switch (kind) {
        case Kind::at_most: return result <= reference;
        case Kind::at_least: return result >= reference;
        case Kind::near: break;
    }
    return error() <= band;
}

Report::Report(Device device, bool is_short, bool is_printed, std::string part)
    : device_(std::move(device)),
      is_short_(is_short),
      is_printed_(is_printed),
      wanted_(std::move(part)) {}

bool Report::begin(std::string name) {
    parts_.push_back(std::move(name));
    return wanted_.empty() || parts_.back() == wanted_;
}

void Report::near(std::string what, double result, double reference, double band,
                  std::string source) {
    add({std::move(what), Finding::Kind::near, result, reference, band, std::move(source)});
}

void Report::at_most(std::string what, double result, double bound, std::string source) {
    add({std::move(what), Finding::Kind::at_most, result, bound, 0, std::move(source)});
}

void Report::at_least(std::string what, double result, double bound, std::string source) {
    add({std::move(what), Finding::Kind::at_least, result, bound, 0, std::move(source)});
}

void Report::add(Finding finding) {
    if (is_printed_) {
        console::print("  {:<4} {:<44} {:<12.6g} {:<26} {:<10} {}\n",
                       finding.holds() ? "ok" : "OUT", finding.what, finding.result,
                       demand(finding), error_text(finding), finding.source);
        std::fflush(stdout);
    }
    findings_.push_back(std::move(finding));
}

bool Report::holds() const {
    return !findings_.empty() && std::ranges::all_of(findings_, &Finding::holds);
}

}  // namespace glint::apps
