// SPDX-License-Identifier: MIT
#include <apps/glint/failure_text.hpp>

#include <filesystem>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include <glint/base/console.hpp>

namespace glint::apps {

std::string failure_text(const std::exception& error) {
    if (const auto* failed = dynamic_cast<const std::filesystem::filesystem_error*>(&error))
        return fmt::format("cannot access '{}': {}",
                           console::message_text(failed->path1().string()),
                           failed->code().message());
    if (dynamic_cast<const std::bad_alloc*>(&error) ||
        dynamic_cast<const std::length_error*>(&error))
        return "not enough host memory";
    return error.what();
}

Error with_path(const Error& error, const std::filesystem::path& was,
                const std::filesystem::path& is) {
    const std::string old = console::message_text(was.string());
    const std::string own = console::message_text(is.string());
    const auto renamed = [&](std::string text) {
        for (std::size_t at = 0; (at = text.find(old, at)) != text.npos; at += own.size())
            text.replace(at, old.size(), own);
        return text;
    };
    return {error.code(), renamed(error.operation()), renamed(error.reason()), error.place()};
}

}  // namespace glint::apps
