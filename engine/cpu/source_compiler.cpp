// SPDX-License-Identifier: MIT
#include <glint/cpu/source_compiler.hpp>

#include <cstdint>
#include <set>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <glint/backend/source/detail/saved_files.hpp>
#include <glint/base/error.hpp>
#include <glint/cpu/codegen/bitcode.hpp>
#include <glint/cpu/codegen/dump.hpp>
#include <glint/cpu/codegen/generate.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/codegen/library_stamp.hpp>
#include <glint/cpu/codegen/order_dependence.hpp>
#include <glint/cpu/codegen/undefine.hpp>
#include <glint/cpu/frontend/front_end.hpp>
#include <glint/cpu/frontend/prelude_files.hpp>
#include <glint/cpu/inspect.hpp>
#include <glint/cpu/lowering/debug_checks.hpp>
#include <glint/cpu/lowering/prepare.hpp>

namespace glint::cpu {
namespace {

std::vector<std::byte> base_object(const PreparedModule& prepared, const compiler::Source& source) {
    if (!prepared.base) return {};
    if (source.debug) add_debug_checks(*prepared.base);
    return generate_object(*prepared.base, source.debug ? Optimization::debug : Optimization::full,
                           source.name, Dump(source.name, "base"));
}

void check_kind(const compiler::Source& source) {
    const std::string operation = "compile " + source.name + " for the CPU";
    if (source.kind != compiler::BinaryKind::native)
        throw Error(ErrorCode::unsupported, operation, "only CUDA supports PTX and LTO-IR");
    if (source.relocatable)
        throw Error(ErrorCode::unsupported, operation,
                    "only CUDA supports relocatable code. On the CPU, compile a source together "
                    "with all functions that the source calls");
}

compiler::CompilerRun run_of(const compiler::Source& source,
                             const std::vector<compiler::Diagnostic>& diagnostics) {
    compiler::CompilerRun run{.target = host_target().cpu, .options = arguments_for(source)};
    for (const compiler::Diagnostic& diagnostic : diagnostics)
        run.log += to_string(diagnostic) + '\n';
    return run;
}

compiler::Binary compile_named(const compiler::Source& source) {
    const LoweringPolicy policy = lowering_policy(source.cpu_lowering, "compile " + source.name);
    ParsedSource parsed = parse(source);
    PreparedModule prepared = prepare(parsed, source);
    auto unordered = unordered_kernels(*parsed.module, prepared.kernels);
    Image image{.target = host_target().identity(),
                .source_name = source.name,
                .debug = source.debug,
                .policy = policy,
                .kernels = std::move(prepared.kernels),
                .globals = std::move(prepared.globals),
                .base_object = base_object(prepared, source),
                .bitcode = write_bitcode(*parsed.module)};
    return {.image = write_image(image),
            .symbols = std::move(parsed.symbols),
            .warnings = std::move(parsed.warnings),
            .unordered_kernels = std::move(unordered)};
}

}  // namespace

std::string SourceCompiler::identity() const {
    return front_end_version() + ", " + host_target().identity() + ", prelude " + prelude_hash() +
           ", image format " + std::to_string(kImageVersion) + ", library " + library_stamp();
}

compiler::Binary SourceCompiler::compile(const compiler::Source& given) const {
    compiler::Source source = given;
    if (source.name.empty()) source.name = "kernel.cu";
    check_kind(source);
    const compiler::SavedFiles kept(source, "cpu");
    try {
        compiler::Binary binary = compile_named(source);
        kept.write("log", to_string(run_of(source, binary.warnings)));
        kept.write("image", binary.image);
        return binary;
    } catch (const compiler::CompileError& error) {
        const compiler::CompilerRun run = run_of(source, error.diagnostics());
        kept.write("log", to_string(run));
        throw compiler::CompileError(source.name, error.diagnostics(), run);
    }
}

std::vector<std::byte> SourceCompiler::share_variables(const compiler::Binary& binary,
                                                       const compiler::FindVariable& find) const {
    Image image = read_image(binary.image);
    std::set<std::string, std::less<>> shared;
    for (GlobalRecord& global : image.globals) {
        const void* address = find(global.symbol);
        if (address == nullptr) continue;
        global.address = reinterpret_cast<std::uintptr_t>(address);
        shared.insert(global.symbol);
    }
    undefine(image.base_object, shared);
    return write_image(image);
}

compiler::Listing SourceCompiler::inspect(const compiler::Source& source,
                                          const compiler::InspectOptions& options) const {
    return cpu::inspect(source, options);
}

}  // namespace glint::cpu
