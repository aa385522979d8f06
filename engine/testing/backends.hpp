// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/driver/device.hpp>
#include <glint/testing/requirements.hpp>

// Runs one test body on every backend:
//
//   using Reduce = glint::test::OnEachBackend;
//   TEST_P(Reduce, MatchesHostSum) {
//       auto device = open();
//       ...
//   }
//   INSTANTIATE_TEST_SUITE_P(Backends, Reduce, glint::test::each_backend(), glint::test::name);
namespace glint::test {

/// Returns the names of the backends to test: "cpu" if this build has the CPU backend, and "cuda"
/// if the machine has a CUDA device. Also returns each backend that `GLINT_REQUIRE` names. If the
/// device of such a backend is missing, its tests fail.
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
/// Like each_backend(), but without the CPU. For tests that need a GPU.
inline auto each_gpu() {
    std::vector<std::string> names = backend_names();
    std::erase(names, "cpu");
    return testing::ValuesIn(names);
}

/// Names each test instance after its backend, as in "Backends/Reduce.MatchesHostSum/cpu".
inline std::string name(const testing::TestParamInfo<std::string>& info) { return info.param; }

/// A test fixture whose parameter is the name of the backend.
class OnEachBackend : public testing::TestWithParam<std::string> {
protected:
    Device open() const { return Device::open(GetParam()); }
};

}  // namespace glint::test
