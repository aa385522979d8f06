// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/driver/device.hpp>
#include <glint/testing/requirements.hpp>

// One test body for every backend:
//
//   using Reduce = glint::test::OnEachBackend;
//   TEST_P(Reduce, MatchesHostSum) {
//       auto device = open();
//       ...
//   }
//   INSTANTIATE_TEST_SUITE_P(Backends, Reduce, glint::test::each_backend(), glint::test::name);
namespace glint::test {

/// Returns "cpu" if this build has it, and "cuda" if there is a CUDA device or `GLINT_REQUIRE`
/// requires one, so that a missing device fails loudly.
inline std::vector<std::string> backend_names() {
    std::vector<std::string> names;
    const auto add = [&](std::string name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    };
    for (const driver::DeviceInfo& info : devices()) add(to_string(info.kind));
    for (const char* required : {"cpu", "cuda"})
        if (is_required(required)) add(required);
    std::ranges::sort(names);
    return names;
}

inline auto each_backend() { return testing::ValuesIn(backend_names()); }
/// Only the GPU backends, for tests that a CPU cannot pass.
inline auto each_gpu() {
    std::vector<std::string> names = backend_names();
    std::erase(names, "cpu");
    return testing::ValuesIn(names);
}

/// Names the instances: "Backends/Reduce.MatchesHostSum/cpu".
inline std::string name(const testing::TestParamInfo<std::string>& info) { return info.param; }

/// A fixture whose parameter is the backend.
class OnEachBackend : public testing::TestWithParam<std::string> {
protected:
    Device open() const { return Device::open(GetParam()); }
};

}  // namespace glint::test
