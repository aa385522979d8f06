// SPDX-License-Identifier: MIT
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <apps/glint/commands.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/base/version.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/gl/window.hpp>
#include <glint/interop/device_match.hpp>
#include <glint/interop/self_test.hpp>

namespace glint::apps {
namespace {

constexpr const char* kProbe = R"(
extern "C" __global__ void probe(int* out) { out[threadIdx.x] = 3 * threadIdx.x; })";

/// Prints findings, and collects advice for the user.
class DoctorReport {
public:
    void heading(std::string_view text) const { console::print("\n{}\n", text); }
    void line(std::string_view label, std::string_view value) const {
        console::print("  {:<12} {}\n", label, value);
    }
    void advise(std::string text) { advice_.push_back(std::move(text)); }

    void print_advice() const {
        heading("What to do");
        if (advice_.empty()) console::print("  nothing: glint found no problems\n");
        for (const std::string& text : advice_) console::print("  - {}\n", text);
    }

private:
    std::vector<std::string> advice_;
};

// Compiles and runs a kernel. Returns "" if the results are correct, and else the problem.
std::string probe(const Device& device) try {
    Program program = Program::from_text(device, "probe.cu", kProbe);
    Stream stream(device);
    DeviceMemory<int> memory(device, 32);
    program.kernel<void(int*)>("probe").launch(stream, threads(32, 32u), memory);
    std::vector<int> host(32);
    download(stream, host, memory);
    stream.synchronize();
    return host[31] == 93 ? "" : "the test kernel computed wrong results";
} catch (const Error& error) {
    return error.what();
}

std::string cuda_version(int number) {
    return number ? fmt::format("CUDA {}.{}", number / 1000, number % 1000 / 10) : "none";
}

void report_cuda(DoctorReport& report) {
    report.heading("CUDA");
    const int version = cuda_driver_version();
    report.line("built with", cuda_version(cuda_header_version()));
    report.line("driver", cuda_version(version));
    const std::string nvrtc = compiler::nvrtc_version();
    report.line("NVRTC", nvrtc.empty() ? "none" : nvrtc);
    if (const std::string why = cuda_unavailable_reason(); !why.empty()) {
        report.line("GPUs", "none: " + why);
        report.advise("install NVIDIA's driver to use a GPU (until then, kernels run on the CPU)");
    } else if (nvrtc.empty()) {
        report.advise(
            "install the CUDA toolkit, which contains the compiler NVRTC, or set $CUDA_PATH to its "
            "folder");
    }
    if (version && version < 12040)
        report.advise(
            "install a driver for CUDA 12.4 or later, so that glint can check kernel arguments");
}

void print_attributes(const Device& device) {
    for (const DeviceAttribute which : device_attributes())
        if (const auto value = device.attribute(which))
            console::print("    {:<48} {}\n", to_string(which), *value);
}

void report_device(DoctorReport& report, const Device& device, bool with_attributes) {
    const DeviceInfo& info = device.info();
    report.heading(info.kind == BackendKind::cuda ? fmt::format("cuda:{}", info.ordinal) : "cpu");
    report.line("name", info.name);
    if (info.kind == BackendKind::cuda) {
        report.line("UUID", glint::to_string(info.uuid));
        report.line("PCI bus", info.pci_bus_id);
    }
    report.line("target", info.architecture);
    report.line("memory", fmt::format("{}, {} free", text::human_bytes(info.memory_bytes),
                                      text::human_bytes(device.free_memory_bytes())));
    report.line(info.kind == BackendKind::cuda ? "SMs" : "threads",
                fmt::format("{}", info.multiprocessors));
    const std::string failure = probe(device);
    report.line("test kernel", failure.empty() ? "compiles and runs" : failure);
    if (!failure.empty())
        report.advise(fmt::format("kernels fail on {} (see its test kernel above)", info.name));
    if (with_attributes) print_attributes(device);
}

std::vector<Device> report_devices(DoctorReport& report, bool with_attributes) {
    std::vector<Device> open;
    for (const DeviceInfo& info : devices()) {
        const std::string name =
            info.kind == BackendKind::cuda ? fmt::format("cuda:{}", info.ordinal) : "cpu";
        try {
            open.push_back(Device::open(name));
            report_device(report, open.back(), with_attributes);
        } catch (const Error& error) {
            report.heading(name);
            report.line("broken", error.what());
            report.advise(fmt::format("glint cannot open {} (see its error above)", name));
        }
    }
    return open;
}

std::string drawing_device(const gl::Context& context, const std::vector<Device>& open) {
    for (const Device& device : open)
        if (interop::draws_on(context, device))
            return fmt::format("cuda:{}", device.info().ordinal);
    return "a device that cannot run kernels";
}

void report_context(DoctorReport& report, const char* heading, const gl::Context& context,
                    const std::vector<Device>& open) {
    report.heading(heading);
    report.line("renderer", context.renderer());
    report.line("version", context.version());
    report.line("draws on", drawing_device(context, open));
    report.line("test image", "correct, also with compute shaders");
    if (context.renderer().find("llvmpipe") != std::string::npos)
        report.advise(
            fmt::format("{}: OpenGL draws on the CPU (llvmpipe), which is slow", heading));
}

std::optional<gl::HeadlessContext> report_headless(DoctorReport& report,
                                                   const std::vector<Device>& open) try {
    gl::HeadlessContext context;
    report_context(report, "OpenGL without a display", context, open);
    return context;
} catch (const Error& error) {
    report.heading("OpenGL without a display");
    report.line("broken", error.what());
    report.advise(error.operation().starts_with("draw with ")
                      ? "reinstall the OpenGL driver, which renders incorrectly, and check that "
                        "/lib is still a symbolic link"
                      : "install libegl1 and libgl1-mesa-dri for OpenGL without a GPU");
    return std::nullopt;
}

void report_window(DoctorReport& report, const std::vector<Device>& open) try {
    const gl::Window window({.visible = false});
    report_context(report, "OpenGL in a window", window, open);
} catch (const Error& error) {
    report.heading("OpenGL in a window");
    report.line("none", error.what());
    report.advise("no window can be opened, so `glint run NAME` renders headless");
}

void report_sharing(DoctorReport& report, const Device& device, const gl::Context& context) {
    report.heading("Sharing between " + device.name() + " and OpenGL");
    bool chosen = false;
    for (const interop::SharingReport& way : interop::test_sharing(device, context)) {
        if (!way.failure.empty()) {
            report.line(to_string(way.way), way.failure);
            continue;
        }
        report.line(to_string(way.way),
                    fmt::format("works: {:.0f} us per frame for a 16 MB buffer, {:.0f} us for a "
                                "4 MB texture{}",
                                way.frame_buffer.count() * 1e6, way.frame_texture.count() * 1e6,
                                std::exchange(chosen, true) ? "" : " (chosen)"));
    }
    if (!chosen)
        report.advise(device.name() + " cannot share memory with OpenGL (see the errors above)");
}

}  // namespace

int doctor(bool with_attributes) {
    DoctorReport report;
    console::print("glint {}\n", version());
    report_cuda(report);
    const std::vector<Device> open = report_devices(report, with_attributes);
    report_window(report, open);
    const auto context = report_headless(report, open);
    if (context)
        for (const Device& device : open) report_sharing(report, device, *context);
    report.heading("Files");
    const auto cache = cache_folder();
    report.line("cache", cache ? cache->string() : "off");
    report.print_advice();
    return !open.empty() && context ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace glint::apps
