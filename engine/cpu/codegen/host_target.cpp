// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/host_target.hpp>

#include <algorithm>
#include <mutex>
#include <string_view>

#include <llvm/ADT/StringMap.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

namespace glint::cpu {
namespace {

// Returns false for AVX10, because LLVM 19 detects combinations of AVX10 features that it rejects
// later. Also returns false for AMX, because a process needs permission from the operating system
// to use AMX.
bool is_usable(llvm::StringRef feature) {
    return !feature.starts_with("avx10") && !feature.starts_with("amx");
}

// Returns true for the half-precision instructions of AVX-512. LLVM 19 miscompiles masked
// comparisons of halves in memory. For example, it compiles `720 < x` to `x < 720`.
bool is_miscompiled(llvm::StringRef feature) { return feature == "avx512fp16"; }

std::vector<std::string> usable_features() {
    std::vector<std::string> features;
    for (const auto& entry : llvm::sys::getHostCPUFeatures())
        if (is_usable(entry.getKey())) {
            const bool is_on = entry.getValue() && !is_miscompiled(entry.getKey());
            features.push_back((is_on ? "+" : "-") + entry.getKey().str());
        }
    std::sort(features.begin(), features.end());
    return features;
}

void initialize_llvm() {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
}

const llvm::Target& native_target() {
    std::string failure;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(host_target().triple, failure);
    if (target == nullptr)
        throw Error(ErrorCode::unsupported, "generate code for " + host_target().triple, failure);
    return *target;
}

}  // namespace

std::string HostTarget::feature_list() const {
    std::string list;
    for (const std::string& feature : features) list += (list.empty() ? "" : ",") + feature;
    return list;
}

std::string HostTarget::identity() const {
    return cpu + ", features " + content_hash(feature_list()).substr(0, 16);
}

const HostTarget& host_target() {
    static const HostTarget target = [] {
        initialize_llvm();
        return HostTarget{.triple = llvm::sys::getProcessTriple(),
                          .cpu = llvm::sys::getHostCPUName().str(),
                          .features = usable_features()};
    }();
    return target;
}

unsigned vector_register_bytes() {
    const auto has = [](const char* feature) {
        const auto& features = host_target().features;
        return std::find(features.begin(), features.end(), feature) != features.end();
    };
    // Without the AVX-512 extensions for bytes and short vectors, AVX-512 masks are not useful for
    // lanes.
    if (has("+avx512vl") && has("+avx512bw") && has("+avx512dq")) return 64;
    return has("+avx2") ? 32 : 16;
}

unsigned vector_register_count() { return vector_register_bytes() == 64 ? 32 : 16; }

std::unique_ptr<llvm::TargetMachine> make_target_machine(bool debug) {
    llvm::TargetOptions options;
    // Allows LLVM to fuse only operations whose flags permit it. The operations of intrinsics such
    // as __fadd_rn do not have these flags.
    options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
    const HostTarget& host = host_target();
    std::unique_ptr<llvm::TargetMachine> machine(native_target().createTargetMachine(
        host.triple, host.cpu, host.feature_list(), options, llvm::Reloc::PIC_,
        llvm::CodeModel::Small,
        debug ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Aggressive, true));
    if (!machine)
        throw Error(ErrorCode::unsupported, "generate code for " + host.cpu,
                    "LLVM does not support this CPU");
    return machine;
}

}  // namespace glint::cpu
