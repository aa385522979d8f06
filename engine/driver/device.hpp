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
    /// The method by which host threads wait for a GPU. nullopt does not change the current
    /// setting. Affects all users of the GPU's primary context. Ignored on the CPU, where threads
    /// spin briefly and then sleep.
    std::optional<HostWait> host_wait{};
};

/// Amounts of device memory, in bytes.
struct DeviceMemoryUse {
    std::size_t free = 0;
    std::size_t total = 0;
};

/// An open compute device: a GPU, or this machine's CPU.
///
/// Copies of this object are cheap and refer to the same device. Objects created on the device keep
/// it open. Thread-safe. On CUDA, the device uses its primary context, and makes this context
/// current only during a call. If another library has made a context current, that context stays
/// current afterwards. glint does not require a current context.
///
/// If a kernel fails on a GPU (illegal address, failed assertion, trap, ...), the next call that
/// detects the failure throws Error(launch) with the kernel's name. Then `is_lost()` returns true.
/// From then on, all functions of this device and of objects created on it throw
/// Error(device_lost), except destructors. The process can still use its other devices and data
/// that was already copied to the host. To use this GPU again, restart the process: after such a
/// failure, the driver does not let the process use the GPU. (Measured with driver 580 for each
/// kind of failure. With a driver that allows it, `reset` works.)
class Device {
public:
    /// Opens the device selected by `name`:
    ///   "auto"            the device in `$GLINT_DEVICE`; else the best GPU; else the CPU
    ///   "cuda"            the best GPU: the one with the most multiprocessors
    ///   "cuda:1"          the GPU with index 1 in the driver's order
    ///   "cpu"             the CPU
    ///   "GPU-5a2c..."     the GPU with this UUID, as `glint doctor` and nvidia-smi print it
    ///   "0000:3b:00.0"    the GPU with this PCI bus ID
    ///   other text        a GPU whose name contains the text, ignoring case
    /// Throws Error(device_lost) if a kernel of this process has failed on the selected GPU. "auto"
    /// throws this error, too, and does not open another device instead. Throws Error(not_found),
    /// listing the available devices, if no device matches, and Error(unsupported) if the device's
    /// driver or library does not work.
    static Device open(std::string_view name = "auto", const DeviceOptions& options = {});

    /// Returns a device for a CUcontext that other code created and still owns. The owner must
    /// destroy the context only after all objects created on this device are gone. Throws
    /// Error(invalid_argument) for a null pointer, and Error(unsupported) without CUDA.
    static Device adopt(void* cuda_context);

    /// Creates a device from an open backend.
    explicit Device(std::shared_ptr<driver::Backend> backend) noexcept;

    const DeviceInfo& info() const noexcept { return backend_->info(); }
    BackendKind kind() const noexcept { return info().kind; }
    const std::string& name() const noexcept { return info().name; }
    std::size_t free_memory_bytes() const { return backend_->free_memory_bytes(); }
    DeviceMemoryUse memory() const { return {free_memory_bytes(), info().memory_bytes}; }

    /// Returns the value of this CUDA attribute, or nullopt if the driver does not know it. On the
    /// CPU, returns nullopt for attributes that apply only to GPUs.
    std::optional<int> attribute(DeviceAttribute which) const { return backend_->attribute(which); }
    /// Finds an attribute by its name, as find_device_attribute does. Throws Error(not_found) for
    /// an unknown name.
    std::optional<int> attribute(std::string_view name) const;

    /// Waits for all work on all streams. Throws Error(launch) if a kernel failed, and the first
    /// exception that a function passed to `Stream::call` has thrown. Throws Error(invalid_state)
    /// while one of the device's streams is being captured.
    void synchronize() { backend_->synchronize(); }

    /// Returns true if a call has detected that a kernel failed. The device then no longer runs any
    /// work.
    bool is_lost() const noexcept { return backend_->is_lost(); }

    /// Waits for the device's work and returns the device to its initial state.
    ///
    /// On a GPU, this function destroys the primary context and all objects that any code in this
    /// process has created in it, including pinned memory and the objects of other libraries. Other
    /// copies of this Device and all objects created on it become invalid; only their destructors
    /// work. Limits return to CUDA's defaults. If another copy of this Device was already reset,
    /// this function only opens the new device. On the CPU, which is never lost, this function
    /// clears the failures of the streams.
    ///
    /// Throws Error(device_lost) if a kernel has failed, even if no earlier call has detected the
    /// failure. This device and all objects created on it are then lost. If the driver allows a new
    /// context after the failure, `reset` succeeds; driver 580 does not allow it. Throws
    /// Error(invalid_state) for an adopted context.
    void reset() { backend_ = backend_->reset(); }

    /// These functions get or set the limits and the cache preference of a GPU, for all users of
    /// its context. They throw Error(unsupported) on the CPU. If the driver refuses, they throw
    /// Error with its reason.
    std::size_t limit(DeviceLimit which) const;
    void set_limit(DeviceLimit which, std::size_t value);
    CachePreference cache_preference() const;
    void set_cache_preference(CachePreference preference);

    /// Returns the CUcontext on CUDA, and nullptr on the CPU.
    void* native() const noexcept { return backend_->native(); }
    /// Returns the range of priorities for streams of this device.
    StreamPriorities stream_priorities() const { return backend_->stream_priorities(); }

    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }

    friend bool operator==(const Device&, const Device&) = default;

private:
    std::shared_ptr<driver::Backend> backend_;
};

/// Returns the devices of this machine: first all GPUs, then the CPU. Does not open them.
std::vector<DeviceInfo> devices();

/// Returns the reason why devices() has no GPU, or "" if the CUDA driver works.
std::string cuda_unavailable_reason();

/// Returns the version of the CUDA driver as 1000 * major + 10 * minor, such as 13000 for CUDA
/// 13.0. Returns 0 if a driver is not installed.
int cuda_driver_version();

/// Returns the version of the CUDA toolkit with which glint was built, in the same format. Returns
/// 0 if glint was built without the toolkit.
int cuda_header_version() noexcept;

/// Returns a UUID in the form "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".
std::string to_string(const driver::Uuid& uuid);

}  // namespace glint

/// Hashes a Device, so that devices can be keys. Two Device objects are equal if they refer to the
/// same open device.
template <>
struct std::hash<glint::Device> {
    std::size_t operator()(const glint::Device& device) const noexcept {
        return std::hash<const void*>()(device.backend().get());
    }
};
