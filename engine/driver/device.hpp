// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint {

using driver::BackendKind;
using driver::DeviceInfo;
using driver::Dim3;
using driver::LaunchShape;

using driver::ComputeCapability;

struct DeviceOptions {
    /// How host threads wait for a GPU. nullopt keeps the current setting. Affects all users of the
    /// GPU's primary context. Ignored on the CPU, where threads spin briefly and then sleep.
    std::optional<HostWait> host_wait{};
};

/// Device memory, in bytes.
struct DeviceMemoryUse {
    std::size_t free = 0;
    std::size_t total = 0;
};

/// An open compute device: a GPU, or this machine's CPU.
///
/// Copies of this object are cheap and refer to the same device; everything created on it keeps it
/// open. Thread-safe. On CUDA it uses the device's primary context, which is made current only for
/// the duration of a call. A context that another library has made current stays current, and glint
/// does not require a current context.
///
/// When a kernel fails on a GPU (illegal address, failed assertion, trap, ...), the next call that
/// detects the failure throws Error(launch) with the kernel's name, once. After that, the device
/// `is_lost()`: everything that uses it or was created on it throws Error(device_lost), and only
/// destructors work. The process can still use data already copied to the host, and its other
/// devices. To use this GPU again, restart the process, because after such a failure the driver
/// refuses further use of the GPU by the process. (Measured with driver 580 for each kind of
/// failure. If another driver allows it, `reset` works.)
class Device {
public:
    /// Opens the device selected by `name`:
    ///   "auto"            the device in `$GLINT_DEVICE`; else the best GPU; else the CPU
    ///   "cuda", "cuda:1"  a GPU, in the driver's order
    ///   "cpu"             the CPU
    ///   "GPU-5a2c..."     a GPU by its UUID, as `glint doctor` and nvidia-smi print it
    ///   "0000:3b:00.0"    a GPU by its PCI bus ID
    ///   other text        a GPU whose name contains it, ignoring case
    /// Throws Error(device_lost) for a GPU on which a kernel of this process has failed, even if
    /// "auto" selects it: no other device is opened in its place. Throws Error(not_found), listing
    /// the available devices, if no device matches, and Error(unsupported) if its driver or library
    /// does not work.
    static Device open(std::string_view name = "auto", const DeviceOptions& options = {});

    /// Wraps a CUcontext that other code created and still owns. The owner must destroy it after
    /// everything created on this device is gone. Throws Error(invalid_argument) for a null
    /// pointer, and Error(unsupported) without CUDA.
    static Device adopt(void* cuda_context);

    /// Wraps an open backend.
    explicit Device(std::shared_ptr<driver::Backend> backend) noexcept;

    const DeviceInfo& info() const noexcept { return backend_->info(); }
    BackendKind kind() const noexcept { return info().kind; }
    const std::string& name() const noexcept { return info().name; }
    std::size_t free_memory_bytes() const { return backend_->free_memory_bytes(); }
    DeviceMemoryUse memory() const { return {free_memory_bytes(), info().memory_bytes}; }

    /// Returns the CUDA attribute of this name, or nullopt if the driver does not know it. On the
    /// CPU only attributes with a meaningful value exist.
    std::optional<int> attribute(DeviceAttribute which) const { return backend_->attribute(which); }
    /// Returns an attribute by its name, as in find_device_attribute. Throws Error(not_found) for
    /// an unknown name.
    std::optional<int> attribute(std::string_view name) const;

    /// Waits for all work on all streams. Throws Error(launch) if a kernel failed, the first
    /// exception from a `Stream::call`, and Error(invalid_state) while one of its streams is being
    /// captured.
    void synchronize() { backend_->synchronize(); }

    /// Returns true if a kernel failed, which ended all work on this device, and a call has
    /// detected the failure.
    bool is_lost() const noexcept { return backend_->is_lost(); }

    /// Waits for the device's work and returns it to its initial state.
    ///
    /// On a GPU this destroys its primary context with everything that any code in this process
    /// created in it, including other libraries and pinned memory. Objects created by glint and
    /// other copies of this Device become invalid, and only their destructors work. Limits return
    /// to CUDA's defaults. If another copy was already reset, this one only opens the resulting
    /// device. On the CPU, which is never lost, it clears the failures of its streams.
    ///
    /// Throws Error(device_lost) if a kernel has failed, even if the failure was not detected
    /// before; this device and everything created on it are then lost. If the driver allows a new
    /// context after the failure (driver 580 does not), `reset` succeeds. Throws
    /// Error(invalid_state) for an adopted context.
    void reset() { backend_ = backend_->reset(); }

    /// These functions get or set a GPU's limits and its cache preference, for all users of its
    /// context. They throw Error(unsupported) on the CPU, and Error with the driver's reason if the
    /// driver refuses.
    std::size_t limit(DeviceLimit which) const;
    void set_limit(DeviceLimit which, std::size_t value);
    CachePreference cache_preference() const;
    void set_cache_preference(CachePreference preference);

    /// CUcontext on CUDA, nullptr on the CPU.
    void* native() const noexcept { return backend_->native(); }
    /// Range of priorities for streams of this device.
    StreamPriorities stream_priorities() const { return backend_->stream_priorities(); }

    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }

    friend bool operator==(const Device&, const Device&) = default;

private:
    std::shared_ptr<driver::Backend> backend_;
};

/// Lists the devices of this machine, GPUs first, the CPU last. Does not open them.
std::vector<DeviceInfo> devices();

/// Returns the reason why no GPU is listed; "" if the CUDA driver works.
std::string cuda_unavailable_reason();

/// Returns the driver's version as 1000 * major + 10 * minor (13000 is CUDA 13.0), or 0 without a
/// driver.
int cuda_driver_version();

/// Returns the version of the CUDA toolkit that glint was built with, in the same format as
/// cuda_driver_version(), or 0 if there was none.
int cuda_header_version() noexcept;

/// Formats a UUID as "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".
std::string to_string(const driver::Uuid& uuid);

}  // namespace glint

/// Hashes devices for use as keys: equal devices are the same open device.
template <>
struct std::hash<glint::Device> {
    std::size_t operator()(const glint::Device& device) const noexcept {
        return std::hash<const void*>()(device.backend().get());
    }
};
