// SPDX-License-Identifier: MIT
#include <glint/cpu/inspect.hpp>

#include <algorithm>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/codegen/bitcode.hpp>
#include <glint/cpu/codegen/generate.hpp>
#include <glint/cpu/codegen/specialisation.hpp>
#include <glint/cpu/frontend/front_end.hpp>
#include <glint/cpu/lowering/prepare.hpp>
#include <glint/cpu/lowering/specialize.hpp>

namespace glint::cpu {
namespace {

using compiler::InspectOptions;
using compiler::KernelListing;
using compiler::Source;
using driver::Dim3;

constexpr unsigned kDefaultThreads = 256;

/// The lowering policy. If the policy is not `best`, `reason` explains why; otherwise `reason` is
/// empty.
struct PolicyChoice {
    LoweringPolicy policy = LoweringPolicy::best;
    std::string reason{};
};

PolicyChoice choose_policy(const Source& source) {
    const LoweringPolicy asked =
        asked_policy(lowering_policy(source.cpu_lowering, "compile " + source.name));
    PolicyChoice wish{.policy = lowering_policy_for(asked, source.debug)};
    if (asked != LoweringPolicy::best)
        wish.reason = "the requested lowering is " + std::string(to_string(asked));
    else if (wish.policy != LoweringPolicy::best)
        wish.reason = "debug code runs as " + std::string(to_string(wish.policy));
    return wish;
}

/// Compiles the kernels of a source in the same way as the runtime compiles them at a launch.
class Inspector {
public:
    Inspector(const Source& source, const InspectOptions& options, PolicyChoice wish,
              std::vector<std::byte> bitcode)
        : source_(source),
          options_(options),
          choice_(std::move(wish)),
          bitcode_(std::move(bitcode)) {}

    KernelListing inspect(const KernelRecord& kernel) const {
        KernelListing listing = described(kernel);
        const unsigned threads = listing.block.x * listing.block.y * listing.block.z;
        if (threads > kernel.max_threads_per_block) return listing;
        if (!depends_on_block(choice_.policy) || !lower(kernel, listing.block, listing))
            lower(kernel, std::nullopt, listing);
        if (!choice_.reason.empty()) add_policy(listing);
        return listing;
    }

private:
    KernelListing described(const KernelRecord& kernel) const {
        KernelListing listing;
        listing.name = kernel.name;
        listing.symbol = kernel.symbol;
        for (const driver::KernelParameter& parameter : kernel.parameters)
            listing.parameters.push_back(parameter.type);
        listing.static_shared_bytes = kernel.static_shared_bytes;
        listing.max_threads_per_block = kernel.max_threads_per_block;
        listing.block =
            options_.block.value_or(Dim3{std::min(kDefaultThreads, kernel.max_threads_per_block)});
        return listing;
    }

    void add_policy(KernelListing& listing) const {
        if (listing.lowering != "lanes") listing.obstacles.push_back({"lanes", choice_.reason});
        if (listing.lowering == "fibres") listing.obstacles.push_back({"loops", choice_.reason});
    }

    // Compiles a kernel and describes the result in `listing`. Returns false if blocks of this
    // shape run the code for all shapes. Each call parses the prepared module again, because
    // lowering changes the module.
    bool lower(const KernelRecord& kernel, const std::optional<Dim3>& block,
               KernelListing& listing) const {
        llvm::LLVMContext context;
        const std::unique_ptr<llvm::Module> module = parse_bitcode(bitcode_, context);
        SpecializedKernel lowered = specialize(
            *module, kernel, block,
            {.policy = choice_.policy, .debug = source_.debug, .passes = asked_lanes_passes()});
        // If the user forced a lowering, other lowerings were not tried. In this case, the reason
        // is not reported as an obstacle.
        if (!lowered.reason.empty() && choice_.policy == LoweringPolicy::best)
            listing.obstacles.push_back({block ? "lanes" : "loops", std::move(lowered.reason)});
        if (lowered.entry.empty()) return false;
        listing.lowering = to_string(lowered.lowering);
        listing.lane_count = lowered.lane_count;
        if (options_.with_code) {
            CodeTexts texts = generate_texts(
                *module, optimization_for(lowered.lowering, source_.debug), source_.name);
            listing.llvm = std::move(texts.llvm);
            listing.assembly = std::move(texts.assembly);
        }
        return true;
    }

    const Source& source_;
    const InspectOptions& options_;
    PolicyChoice choice_;
    std::vector<std::byte> bitcode_;
};

std::vector<KernelRecord> wanted_kernels(std::vector<KernelRecord> all, const Source& source,
                                         const InspectOptions& options,
                                         const std::map<std::string, std::string>& symbols) {
    std::vector<KernelListing> names;
    for (const KernelRecord& kernel : all)
        names.push_back({.name = kernel.name, .symbol = kernel.symbol});
    compiler::select_wanted(names, options.kernels, symbols, source.name);
    std::erase_if(all, [&](const KernelRecord& kernel) {
        return std::none_of(names.begin(), names.end(), [&](const KernelListing& name) {
            return name.symbol == kernel.symbol;
        });
    });
    return all;
}

}  // namespace

compiler::Listing inspect(const Source& source, const InspectOptions& options) {
    ParsedSource parsed = parse(source);
    PreparedModule prepared = prepare(parsed, source);
    const Inspector inspector(source, options, choose_policy(source),
                              write_bitcode(*parsed.module));
    compiler::Listing listing{.warnings = std::move(parsed.warnings)};
    for (const KernelRecord& kernel :
         wanted_kernels(std::move(prepared.kernels), source, options, parsed.symbols))
        listing.kernels.push_back(inspector.inspect(kernel));
    return listing;
}

}  // namespace glint::cpu
