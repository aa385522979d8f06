#include <support/requirements.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace glint::test {
namespace {

constexpr std::array<std::string_view, 3> kFeatures{"cuda", "gl", "window"};

std::string_view requirements() {
    const char* value = std::getenv("GLINT_REQUIRE");
    return value ? value : "";
}

std::string skip_reason(const testing::TestResult& result) {
    for (int i = 0; i < result.total_part_count(); ++i) {
        const testing::TestPartResult& part = result.GetTestPartResult(i);
        if (part.skipped()) return part.message();
    }
    return {};
}

/// A reason that names no known feature is no excuse.
bool may_skip(std::string_view reason) {
    const std::string_view feature = reason.substr(0, reason.find(':'));
    return std::ranges::find(kFeatures, feature) != kFeatures.end() && !is_required(feature);
}

}  // namespace

bool is_required(std::string_view feature) {
    std::string_view rest = requirements();
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        if (rest.substr(0, comma) == feature) return true;
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return false;
}

void RequirementListener::OnTestEnd(const testing::TestInfo& test) {
    if (requirements().empty() || !test.result()->Skipped()) return;
    const std::string reason = skip_reason(*test.result());
    if (!may_skip(reason)) {
        ADD_FAILURE() << "GLINT_REQUIRE=" << requirements()
                      << " lets no test skip for this reason: " << reason;
    }
}

}  // namespace glint::test
