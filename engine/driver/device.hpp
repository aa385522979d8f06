#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <glint/driver/backend.hpp>

namespace glint {

using driver::BackendKind;
using driver::DeviceInfo;
using driver::Dim3;
using driver::LaunchShape;

/// An open compute device: a GPU, or this machine's CPU.
///
/// A small reference; copies mean the same device, and everything made on it keeps it open.
/// Safe to use from many threads. On CUDA it is the device's primary context; the context that
/// other libraries have made current stays as it was.
class Device {
public:
    /// Opens the device that `name` says:
    ///   "auto"            what `$GLINT_DEVICE` says; else the best GPU; else the CPU
    ///   "cuda", "cuda:1"  a GPU, by the driver's order
    ///   "cpu"             the CPU
    ///   "GPU-5a2c..."     a GPU by its UUID, as `glint doctor` and nvidia-smi print it
    ///   other text        a GPU whose name contains it, whatever the case
    /// Throws Error(not_found), listing the devices there are, if no device fits, and
    /// Error(unsupported) if its driver or library does not work.
    static Device open(std::string_view name = "auto");

    /// Takes over an open backend.
    explicit Device(std::shared_ptr<driver::Backend> backend) noexcept;

    const DeviceInfo& info() const noexcept { return backend_->info(); }
    BackendKind kind() const noexcept { return info().kind; }
    const std::string& name() const noexcept { return info().name; }
    std::size_t free_memory_bytes() const { return backend_->free_memory_bytes(); }

    /// Waits for all work on all streams. Throws Error(launch) if a kernel failed, and the first
    /// exception that a `Stream::call` ended with; Error(invalid_state) while one of its streams
    /// is being captured.
    void synchronize() { backend_->synchronize(); }

    /// The priorities that streams of this device may have.
    StreamPriorities stream_priorities() const { return backend_->stream_priorities(); }

    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }

    friend bool operator==(const Device&, const Device&) = default;

private:
    std::shared_ptr<driver::Backend> backend_;
};

/// The devices of this machine, GPUs first, the CPU last. Opens none of them.
std::vector<DeviceInfo> devices();

/// Why no GPU is listed: "" if the CUDA driver works, else its reason in words.
std::string cuda_unavailable_reason();

/// The driver's version as 1000 * major + 10 * minor (13000 is CUDA 13.0); 0 without a driver.
int cuda_driver_version();

/// "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".
std::string to_string(const driver::Uuid& uuid);

}  // namespace glint
