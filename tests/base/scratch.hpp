// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/replace_file.hpp>

namespace glint::test {

/// An empty temporary folder for one test; the destructor removes it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "glint-test-XXXXXX").string();
        if (!::mkdtemp(name.data())) ADD_FAILURE() << "no folder can be made as " << name;
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    const std::filesystem::path& path() const noexcept { return path_; }

    std::filesystem::path write(std::string_view name, std::string_view content) const {
        replace_file(path_ / name, std::as_bytes(std::span(content)), {.durable = false});
        return path_ / name;
    }

private:
    std::filesystem::path path_;
};

/// Sets an environment variable to `value`, or unsets it, until the end of the scope.
class ScopedVariable {
public:
    ScopedVariable(const char* name, const std::optional<std::string>& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        put(value);
    }
    ScopedVariable(const ScopedVariable&) = delete;
    ScopedVariable& operator=(const ScopedVariable&) = delete;
    ~ScopedVariable() { put(old_); }

private:
    void put(const std::optional<std::string>& value) const {
        value ? ::setenv(name_, value->c_str(), 1) : ::unsetenv(name_);
    }

    const char* name_;
    std::optional<std::string> old_;
};

/// Expects `action` to throw an Error with this code and reason.
template <class Action>
void expect_error(ErrorCode code, std::string_view reason, const Action& action) {
    try {
        action();
        ADD_FAILURE() << "nothing was thrown; expected: " << reason;
    } catch (const Error& error) {
        EXPECT_EQ(error.reason(), reason);
        EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code));
    }
}

}  // namespace glint::test
