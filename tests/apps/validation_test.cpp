// SPDX-License-Identifier: MIT
// Results of simulations compared with known values.
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include <apps/started.hpp>
#include <apps/validation/validations.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint::apps {
namespace {

class Validations : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

/// Parts that take 5 to 11 s of a CPU each. `./dev test` runs them only on GPUs.
const std::set<std::pair<std::string, std::string>> kSlowOnCpu = {
    {"cloth", "cantilever"},   {"cloth", "hand"},         {"dam", "wave"},
    {"galaxy", "plummer"},     {"gray_scott", "regimes"}, {"sand_snow", "bounce"},
    {"sand_snow", "collapse"}, {"wind_tunnel", "steady"}, {"wind_tunnel3d", "ball"}};

TEST_P(Validations, ShortValidationsPass) {
    const auto& [name, backend] = GetParam();
    const Device device = Device::open(backend);
    Report list(device, true, false, "none of the parts");
    find_validation(name).run(list);
    EXPECT_FALSE(list.parts().empty());
    for (const auto& [simulation, part] : kSlowOnCpu)
        if (simulation == name) EXPECT_EQ(std::ranges::count(list.parts(), part), 1) << part;
    for (const std::string& part : list.parts()) {
        if (!test::kThorough && device.kind() == BackendKind::cpu &&
            kSlowOnCpu.contains({name, part}))
            continue;
        Report report(device, true, true, part);
        find_validation(name).run(report);
        EXPECT_FALSE(report.findings().empty()) << part;
        for (const Finding& finding : report.findings())
            EXPECT_TRUE(finding.holds())
                << finding.what << " is " << finding.result << ", not " << finding.reference;
    }
}

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const Validation& each : validations()) all.emplace_back(each.name);
    return all;
}

INSTANTIATE_TEST_SUITE_P(Of, Validations,
                         testing::Combine(testing::ValuesIn(names()), test::each_backend()),
                         [](const auto& test) {
                             return std::get<0>(test.param) + "_" + std::get<1>(test.param);
                         });

TEST(Findings, PassWithinTheTolerance) {
    Finding finding{.what = "drag", .result = 5.6, .reference = 5.58, .band = 0.01};
    EXPECT_NEAR(finding.error(), 0.02 / 5.58, 1e-12);
    EXPECT_TRUE(finding.holds());
    finding.result = 5.64;
    EXPECT_FALSE(finding.holds());
    finding.result = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(finding.holds());
    EXPECT_TRUE((Finding{.what = "x", .result = -0.001, .reference = 0, .band = 0.002}.holds()));
    EXPECT_FALSE((Finding{.what = "x", .result = -0.003, .reference = 0, .band = 0.002}.holds()));
    using enum Finding::Kind;
    EXPECT_TRUE((Finding{.what = "x", .kind = at_most, .result = 2, .reference = 2}.holds()));
    EXPECT_FALSE((Finding{.what = "x", .kind = at_most, .result = 2.1, .reference = 2}.holds()));
    EXPECT_FALSE((Finding{.what = "x", .kind = at_least, .result = 1.9, .reference = 2}.holds()));
}

TEST(ValidateCommand, ListsRunsAndRefusesUnknownNames) {
    const test::TemporaryFolder folder;
    const auto listed = test::start_glint(folder.path(), "validate");
    EXPECT_EQ(listed.status, 0);
    EXPECT_NE(listed.out.find("gray_scott "), std::string::npos) << listed.out;
    const auto wrong = test::start_glint(folder.path(), "validate gray_scot");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.err.find("did you mean 'gray_scott'?"), std::string::npos) << wrong.err;
    const auto printed =
        test::start_glint(folder.path(), "validate waves --short --device cpu");
    EXPECT_EQ(printed.status, 0) << printed.out;
    EXPECT_NE(printed.out.find("  ok   energy after "), std::string::npos) << printed.out;
    const auto part = test::start_glint(
        folder.path(), "validate waves --short --device cpu --part dispersion");
    EXPECT_EQ(part.status, 0) << part.err;
    EXPECT_EQ(part.out.find("energy after"), std::string::npos) << part.out;
    EXPECT_LT(part.out.size(), printed.out.size() / 2);
    const auto no_part =
        test::start_glint(folder.path(), "validate waves3d --short --device cpu --part sky");
    EXPECT_EQ(no_part.status, 2);
    EXPECT_NE(no_part.err.find("--part: 'sky' is not one of dispersion, energy, border"),
              std::string::npos)
        << no_part.err;
    const auto json = test::start_glint(
        folder.path(), "validate gray_scott --short --device cpu --part diffusion --json");
    const auto read = nlohmann::json::parse(json.out);
    EXPECT_EQ(read["simulation"], "gray_scott");
    EXPECT_TRUE(read["holds"]);
    EXPECT_EQ(read["findings"].size(), 1u);
}

}  // namespace
}  // namespace glint::apps
