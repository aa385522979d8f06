// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <apps/validation/validations.hpp>
#include <glint/app/options.hpp>
#include <glint/base/console.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

using Json = nlohmann::ordered_json;

int list_validations() {
    for (const Validation& each : validations())
        console::print("{:<12} {}\n", each.name, each.what);
    return EXIT_SUCCESS;
}

void print_validation_json(const ValidateRequest& request, const Report& report) {
    Json json{{"simulation", request.simulation},
              {"device", report.device().name()},
              {"short", request.is_short},
              {"holds", report.holds()},
              {"findings", Json::array()}};
    for (const Finding& finding : report.findings())
        json["findings"].push_back({{"what", finding.what},
                                    {"result", finding.result},
                                    {"reference", finding.reference},
                                    {"error", finding.error()},
                                    {"band", finding.band},
                                    {"source", finding.source},
                                    {"holds", finding.holds()}});
    console::write(json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

void require_part(const ValidateRequest& request, const Report& report) {
    const std::vector<std::string>& parts = report.parts();
    if (request.part.empty() || std::ranges::find(parts, request.part) != parts.end()) return;
    throw app::WrongOption(
        "--part", fmt::format("'{}' is not one of {}{}", request.part, fmt::join(parts, ", "),
                              request.is_short ? " with --short" : ""));
}

}  // namespace

int validate(const ValidateRequest& request) {
    if (request.simulation.empty()) return list_validations();
    const Validation& validation = find_validation(request.simulation);
    Report report(Device::open(request.device), request.is_short, !request.json, request.part);
    if (!request.json)
        console::print("{} on {}: {}\n", validation.name, report.device().name(), validation.what);
    validation.run(report);
    require_part(request, report);
    if (request.json) {
        print_validation_json(request, report);
    } else {
        const auto out = std::ranges::count_if(report.findings(),
                                               [](const Finding& each) { return !each.holds(); });
        console::print("{}, {} out of tolerance\n",
                       text::counted(report.findings().size(), "result"), out);
    }
    return report.holds() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace glint::apps
