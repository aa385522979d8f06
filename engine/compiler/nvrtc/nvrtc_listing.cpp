// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/nvrtc_listing.hpp>

#include <algorithm>

#include <glint/base/demangle.hpp>
#include <glint/compiler/nvrtc/nvrtc_program.hpp>
#include <glint/compiler/nvrtc/ptx_entries.hpp>
#include <glint/compiler/nvrtc/resource_usage.hpp>
#include <glint/compiler/nvrtc/signatures.hpp>

namespace glint::compiler::nvrtc {
namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    text.erase(std::min(text.find('\0'), text.size()));
    return text;
}

KernelListing listing_of(const PtxEntry& entry, const ResourceUsage& usage) {
    KernelListing kernel;
    kernel.name = demangled_name(entry.symbol);
    kernel.symbol = entry.symbol;
    kernel.parameters = parameters_in(demangled(entry.symbol)).value_or(entry.parameters);
    kernel.registers = usage.registers;
    kernel.local_bytes = usage.local_bytes;
    kernel.static_shared_bytes = usage.shared_bytes;
    kernel.max_threads_per_block =
        std::min(entry.max_threads.value_or(1024), threads_with_registers(usage.registers));
    kernel.lowering = "cubin";
    return kernel;
}

// Adds the parameter types of extern "C" kernels, because their symbols do not encode types.
void ask_for_signatures(std::vector<KernelListing>& kernels, const Source& source,
                        const std::string& target) {
    std::vector<std::string> plain;
    for (const KernelListing& kernel : kernels)
        if (!kernel.symbol.starts_with("_Z")) plain.push_back(kernel.symbol);
    const auto known = signatures(source, target, plain);
    for (KernelListing& kernel : kernels)
        if (const auto found = known.find(kernel.symbol); found != known.end())
            kernel.parameters = found->second;
}

// Returns options with which ptxas prints resource usage. If this version of NVRTC has its own
// cache, also disables the cache, because cached results lack that output.
std::vector<std::string> verbose_options() {
    std::vector<std::string> options{"--ptxas-options=--verbose"};
    int major = 0, minor = 0;
    if (api().nvrtcVersion(&major, &minor) == NVRTC_SUCCESS && major >= 13)
        options.emplace_back("--no-cache");
    return options;
}

}  // namespace

Listing list_kernels(const Source& source, const std::string& target,
                     const InspectOptions& options) {
    const NvrtcProgram program(source, target, verbose_options());
    std::string ptx = text_of(program.ptx());
    auto usage = resource_usage(program.log());
    Listing listing{.warnings = program.warnings()};
    for (const PtxEntry& entry : ptx_entries(ptx))
        listing.kernels.push_back(listing_of(entry, usage[entry.symbol]));
    select_wanted(listing.kernels, options.kernels, program.symbols(source), source.name);
    ask_for_signatures(listing.kernels, source, target);
    if (options.with_code) {
        listing.ptx = std::move(ptx);
        listing.cubin = program.cubin();
    }
    return listing;
}

}  // namespace glint::compiler::nvrtc
