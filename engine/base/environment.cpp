#include <glint/base/environment.hpp>

#include <cstdlib>

namespace glint {

std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    if (!value || !*value) return std::nullopt;
    return value;
}

std::optional<std::filesystem::path> absolute_path_in_environment(const char* name) {
    const auto value = environment(name);
    if (!value || !std::filesystem::path(*value).is_absolute()) return std::nullopt;
    return *value;
}

}  // namespace glint
