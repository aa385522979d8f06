// SPDX-License-Identifier: MIT
#include <glint/array/detail/kernel_cache.hpp>

#include <mutex>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/detail/build.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/make_source.hpp>
#include <glint/compiler/program.hpp>

namespace glint::detail {
namespace {

// Puts the kernel's own definitions and headers before the user's.
ProgramOptions options_of(const KernelSource& what) {
    ProgramOptions options = what.options ? *what.options : ProgramOptions();
    options.defines.insert(options.defines.begin(), what.defines.begin(), what.defines.end());
    options.headers.insert(options.headers.begin(), what.headers.begin(), what.headers.end());
    if (!what.cpu_lowering.empty()) options.cpu_lowering = what.cpu_lowering;
    if (what.is_lean) options.nvrtc_flags = compiler::lean_nvrtc_flags();
    // CUDA 13 deprecates double4 and related types, to which GLM vectors map here. User-written
    // kernels have their own options and keep the warning.
    if (!what.options) options.nvrtc_flags.emplace_back("--diag-suppress=1444");
    return options;
}

}  // namespace

KernelCache& KernelCache::of(const Device& device) {
    return device.backend()->owned<KernelCache>();
}

void KernelCache::clear() {
    const std::lock_guard lock(mutex_);
    kernels_.clear();
}

CachedKernel KernelCache::find(const KernelKey& key) const {
    const std::shared_lock lock(mutex_);
    const auto found = kernels_.find(key);
    return found == kernels_.end() ? CachedKernel() : found->second;
}

CachedKernel KernelCache::insert(const KernelKey& key, CachedKernel kernel) {
    const std::lock_guard lock(mutex_);
    return kernels_.try_emplace(key, std::move(kernel)).first->second;
}

CachedKernel KernelCache::compile(const Device& device, const KernelSource& what) {
    const std::filesystem::path file = resource("kernels/" + what.file);
    const compiler::Source source =
        compiler::make_source(file.string(), read_text(file), file.parent_path(), options_of(what));
    const compiler::IncludeScan includes = compiler::scan_includes(
        source.text, file.parent_path(), source.include_folders, source.headers);
    CachedKernel made;
    made.module = compiler::build(device, source, includes, [&](const compiler::Binary& binary) {
                      return device.backend()->load_owned_module(binary.image);
                  }).module;
    made.kernel = made.module->find_kernel(what.kernel);
    if (!made.kernel)
        throw Error(ErrorCode::not_found,
                    fmt::format("find kernel '{}' in {}", what.kernel, file.string()),
                    "kernel not found");
    return made;
}

}  // namespace glint::detail
