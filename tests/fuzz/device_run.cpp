// SPDX-License-Identifier: MIT
#include "device_run.hpp"

#include <glint/base/error.hpp>
#include <glint/compiler/detail/compiler_for.hpp>

#include "print.hpp"
#include "storage.hpp"

namespace glint::fuzz {
namespace {

/// Device memory for one variable, released by the destructor.
class Buffer {
public:
    Buffer(driver::Backend& backend, std::size_t size)
        : backend_(backend), address_(backend.allocate(size, driver::MemoryKind::device)) {}
    Buffer(const Buffer&) = delete;
    ~Buffer() { backend_.release(address_, driver::MemoryKind::device); }
    void*& address() { return address_; }

private:
    driver::Backend& backend_;
    void* address_;
};

/// A single launch of a kernel, with its arguments and results.
class Launch {
public:
    Launch(const Device& device, std::shared_ptr<driver::Module> module, const Kernel& kernel)
        : device_(device), module_(std::move(module)), kernel_(kernel), stream_(device) {}

    Memory run(driver::Kernel& code) {
        prepare();
        std::vector<void*> arguments;
        for (const int number : used_parameters(kernel_)) arguments.push_back(argument(number));
        const auto& [grid, block] = kernel_.shape;
        stream_.state().launch(module_, code,
                               {.grid = {grid[0], grid[1], grid[2]},
                                .block = {block[0], block[1], block[2]},
                                .shared_bytes = dynamic_bytes()},
                               arguments);
        stream_.synchronize();
        return results();
    }

private:
    void prepare() {
        const std::vector<bool> used = used_variables(kernel_);
        for (std::size_t i = 0; i < used.size(); ++i) {
            const Variable& variable = kernel_.variables[i];
            const int number = static_cast<int>(i);
            if (!used[i]) continue;
            if (variable.space == Space::parameter)
                values_[number] = to_bytes(variable, initial_cells(variable));
            if (variable.space == Space::global || variable.space == Space::device)
                upload(number, variable);
        }
    }

    void upload(int number, const Variable& variable) {
        std::vector<std::byte>& bytes = values_[number];
        bytes = to_bytes(variable, initial_cells(variable));
        if (variable.space == Space::device) {
            addresses_[number] = module_->find_global(variable.name).address;
        } else {
            auto& buffer =
                buffers_.emplace_back(std::make_unique<Buffer>(*device_.backend(), bytes.size()));
            addresses_[number] = buffer->address();
        }
        stream_.state().copy(addresses_[number], bytes.data(), bytes.size(),
                             driver::CopyDirection::host_to_device);
    }

    void* argument(int number) {
        if (kernel_.variables[number].space == Space::parameter) return values_[number].data();
        return &addresses_[number];
    }

    std::size_t dynamic_bytes() const {
        const std::vector<bool> used = used_variables(kernel_);
        std::size_t size = 0;
        for (std::size_t i = 0; i < used.size(); ++i)
            if (used[i] && kernel_.variables[i].space == Space::dynamic_shared)
                size += kernel_.variables[i].count * kernel_.variables[i].layout->size;
        return size;
    }

    Memory results() {
        Memory memory;
        for (const auto& [number, address] : addresses_) {
            if (kernel_.variables[number].read_only) continue;
            std::vector<std::byte>& bytes = memory[number];
            bytes.resize(values_[number].size());
            stream_.state().copy(bytes.data(), address, bytes.size(),
                                 driver::CopyDirection::device_to_host);
        }
        stream_.synchronize();
        return memory;
    }

    Device device_;
    std::shared_ptr<driver::Module> module_;
    const Kernel& kernel_;
    Stream stream_;
    std::vector<std::unique_ptr<Buffer>> buffers_;
    std::map<int, void*> addresses_;
    Memory values_;
};

Result failed(const Error& error) {
    return {.memory = {},
            .reason = error.reason(),
            .lowering = {},
            .not_lowered = error.code() == ErrorCode::unsupported};
}

Result launch(const Device& device, const std::shared_ptr<driver::Module>& module,
              const Kernel& kernel) {
    driver::Kernel* code = module->find_kernel(kernel.name);
    if (code == nullptr) return {.memory = {}, .reason = "the kernel is not there", .lowering = {}};
    try {
        Result result;
        result.memory = Launch(device, module, kernel).run(*code);
        const auto& block = kernel.shape.block;
        result.lowering = code->lowering({block[0], block[1], block[2]});
        return result;
    } catch (const Error& error) {
        return failed(error);
    }
}

std::vector<Result> run_each(const Target& target, const std::vector<Kernel>& kernels) {
    std::vector<Result> results;
    for (const Kernel& kernel : kernels) results.push_back(run_on(target, {kernel})[0]);
    return results;
}

std::shared_ptr<driver::Module> load(const Device& device, const Target& target,
                                     const std::vector<Kernel>& kernels) {
    compiler::Source source;
    source.name = "fuzz.cu";
    source.text = print(kernels);
    if (target.device == "cpu")
        source.cpu_lowering = target.mode;
    else
        source.debug = target.mode == "debug";
    const compiler::Binary binary = compiler::compiler_for(device)->compile(source);
    return device.backend()->load_module(binary.image);
}

}  // namespace

bool compiles(const Target& target, const Kernel& kernel) {
    try {
        return load(Device::open(target.device), target, {kernel}) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

std::vector<Result> run_on(const Target& target, const std::vector<Kernel>& kernels) {
    try {
        const Device device = Device::open(target.device);
        const std::shared_ptr<driver::Module> module = load(device, target, kernels);
        std::vector<Result> results;
        for (const Kernel& kernel : kernels) results.push_back(launch(device, module, kernel));
        return results;
    } catch (const Error& error) {
        return kernels.size() == 1 ? std::vector{failed(error)} : run_each(target, kernels);
    }
}

}  // namespace glint::fuzz
