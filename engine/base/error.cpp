#include <glint/base/error.hpp>

#include <fmt/format.h>

namespace glint {

Error::Error(ErrorCode code, std::string_view operation, std::string_view reason,
             std::source_location place, int native_code)
    : std::runtime_error(fmt::format("{}: {}", operation, reason)),
      code_(code),
      operation_(operation),
      reason_(reason),
      place_(place),
      native_code_(native_code) {}

}  // namespace glint
