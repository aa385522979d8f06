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
        return "there is not enough host memory";
    return error.what();
}

}  // namespace glint::apps
