// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/kernel_code.hpp>

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/cpu/codegen/bitcode.hpp>
#include <glint/cpu/codegen/dump.hpp>
#include <glint/cpu/codegen/generate.hpp>
#include <glint/cpu/codegen/library_stamp.hpp>
#include <glint/cpu/lowering/specialize.hpp>

namespace glint::cpu {
namespace {

// Increase this number when the output of `write_specialization` changes.
constexpr unsigned kLayout = 1;

/// Returns nullopt if the cache entry is missing or invalid.
std::optional<Specialization> specialization_in(const std::optional<std::string>& entry) try {
    if (!entry) return std::nullopt;
    return read_specialization(std::as_bytes(std::span(*entry)));
} catch (const Error&) {
    return std::nullopt;
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Image with_final_policy(Image&& image) {
    image.policy = lowering_policy_for(asked_policy(image.policy), image.debug);
    return std::move(image);
}

std::string origin_of(const Image& image, const LanesPasses& passes) {
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", library_stamp(), image.target, kImageVersion,
                       content_hash(as_text(image.bitcode)), image.debug, to_string(image.policy),
                       passes.left_out());
}

}  // namespace

KernelCode::KernelCode(Image&& image, LoadedObject& memory)
    : image_(with_final_policy(std::move(image))),
      passes_(asked_lanes_passes()),
      origin_(origin_of(image_, passes_)),
      cache_(cache_folder(), "cpu_kernels", kLayout),
      memory_(memory) {
    for (const GlobalRecord& global : image_.globals)
        if (global.address != 0)
            memory_.define(global.symbol, reinterpret_cast<const void*>(global.address));
    if (!image_.base_object.empty()) memory_.add(image_.base_object);
}

std::string KernelCode::key(const KernelRecord& kernel,
                            const std::optional<driver::Dim3>& block) const {
    return content_hash(fmt::format("{}\n{}\n{}", origin_, kernel.symbol, to_string(block)));
}

// Uses its own LLVM context, because only one thread at a time may use a context.
Specialization KernelCode::compile(const KernelRecord& kernel,
                                   const std::optional<driver::Dim3>& block) const {
    llvm::LLVMContext context;
    const std::unique_ptr<llvm::Module> module = parse_bitcode(image_.bitcode, context);
    const Dump dump(kernel.symbol, to_string(block));
    dump.write("prepared", *module);
    SpecializedKernel lowered =
        specialize(*module, kernel, block,
                   {.policy = image_.policy, .debug = image_.debug, .passes = passes_});
    Specialization code{.lowering = lowered.lowering,
                        .reason = std::move(lowered.reason),
                        .lane_count = lowered.lane_count,
                        .entry = std::move(lowered.entry)};
    if (code.entry.empty()) return code;
    dump.write("lowered", *module);
    code.object = generate_object(*module, optimization_for(code.lowering, image_.debug),
                                  image_.source_name, dump);
    return code;
}

std::optional<Code> KernelCode::load(const KernelRecord& kernel,
                                     const std::optional<driver::Dim3>& block) const {
    const std::string name = key(kernel, block);
    CachedPayload cached = cache_.load_or_claim(name);
    std::optional<Specialization> found = specialization_in(cached.payload);
    if (!found) {
        found = compile(kernel, block);
        // Ignores a failure to write, because the cache of compiled sources has already reported
        // it.
        (void)cache_.store(name, as_text(write_specialization(*found)));
        cached.claim.reset();
    }
    if (found->entry.empty()) return std::nullopt;
    memory_.add(found->object);
    return Code{.lowering = found->lowering,
                .entry = memory_.address(found->entry),
                .lane_count = found->lane_count};
}

}  // namespace glint::cpu
