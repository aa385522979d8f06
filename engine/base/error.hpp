// SPDX-License-Identifier: MIT
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace glint {

/// The category of a failure, for callers that handle it.
enum class ErrorCode {
    invalid_argument,  ///< the caller passed a value that the call does not accept
    invalid_state,     ///< the object's state does not allow the call
    not_found,         ///< a file, kernel, device or name was not found
    unsupported,       ///< not available on this device, driver or build
    out_of_memory,     ///< host, device or GL memory ran out
    bad_input,         ///< a file or text has invalid content
    compile,           ///< a kernel does not compile
    launch,            ///< a kernel could not start, or failed while it ran
    device,            ///< any other failure of the GPU driver
    device_lost,       ///< an earlier failure ended all work on the device; see Device
    graphics,          ///< any other failure of OpenGL, EGL or the window system
    io,                ///< the operating system refused to read or write
};

/// The position of a mistake in the user's input, such as "wind.presets:12" or "--every".
struct InputPlace {
    std::string text;
};

/// An exception that names the failed operation, the object and the reason.
///
/// `what()` reads "cannot OPERATION: REASON", as in
/// "cannot map shared buffer 'positions' (3.2 MB): the resource is already mapped".
class Error : public std::runtime_error {
public:
    /// `operation` begins with a verb, as in "map shared buffer 'positions'". `native_code` is the
    /// error code of the underlying driver or library, if any.
    Error(ErrorCode code, std::string_view operation, std::string_view reason,
          std::source_location place = std::source_location::current(), int native_code = 0);
    /// Reports a mistake at `input`, without naming an operation: `what()` reads "PLACE: REASON",
    /// and `operation()` returns PLACE.
    Error(ErrorCode code, const InputPlace& input, std::string_view reason,
          std::source_location place = std::source_location::current());

    ErrorCode code() const noexcept { return code_; }
    const std::string& operation() const noexcept { return operation_; }
    const std::string& reason() const noexcept { return reason_; }
    /// Source location in the host program where the error was raised.
    const std::source_location& place() const noexcept { return place_; }
    /// The CUresult of the failed CUDA driver call, or 0 if no such call was involved.
    int native_code() const noexcept { return native_code_; }

private:
    ErrorCode code_;
    std::string operation_;
    std::string reason_;
    std::source_location place_;
    int native_code_;
};

}  // namespace glint
