// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/generate.hpp>

#include <memory>

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <glint/backend/source/compile_error.hpp>
#include <glint/cpu/codegen/dump.hpp>
#include <glint/cpu/codegen/exact_extremes.hpp>
#include <glint/cpu/codegen/hide_masks.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/optimize.hpp>
#include <glint/cpu/codegen/widen_comparisons.hpp>

namespace glint::cpu {
namespace {

using compiler::Diagnostic;

/// Collects LLVM's errors. Ignores remarks and warnings, which LLVM would print to stderr.
class ErrorCollector : public llvm::DiagnosticHandler {
public:
    explicit ErrorCollector(std::vector<Diagnostic>& errors) : errors_(errors) {}

    bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
        if (info.getSeverity() != llvm::DS_Error) return true;
        std::string message;
        llvm::raw_string_ostream out(message);
        llvm::DiagnosticPrinterRawOStream printer(out);
        info.print(printer);
        errors_.push_back({.message = message});
        return true;
    }

private:
    std::vector<Diagnostic>& errors_;
};

// Makes functions with large stack frames touch every page of the frame, so that a stack overflow
// always accesses the guard page.
void probe_stack(llvm::Module& module) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) function.addFnAttr("probe-stack", "inline-asm");
}

// Prevents LLVM from compiling tail calls as jumps. A jump would remove the kernel from the stack.
// A fault in the called library function could then not be attributed to the kernel. Tail recursion
// is not affected: the optimizer has already replaced it by loops.
void keep_calls(llvm::Module& module) {
    for (llvm::Function& function : module)
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                call->setTailCallKind(llvm::CallInst::TCK_NoTail);
}

llvm::SmallVector<char, 0> emit(llvm::Module& module, llvm::TargetMachine& machine,
                                llvm::CodeGenFileType type) {
    llvm::SmallVector<char, 0> code;
    llvm::raw_svector_ostream out(code);
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, out, nullptr, type))
        throw Error(ErrorCode::unsupported, "generate code",
                    "LLVM cannot emit object files for this target");
    passes.run(module);
    return code;
}

std::string printed(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream out(text);
    module.print(out, nullptr);
    return text;
}

/// Optimizes `module`, then calls `emit_code` with the target machine. Throws CompileError if LLVM
/// reports errors.
template <class EmitCode>
void generate(llvm::Module& module, Optimization optimization, const std::string& source_name,
              const EmitCode& emit_code) {
    std::vector<Diagnostic> errors;
    module.getContext().setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
    const std::unique_ptr<llvm::TargetMachine> machine =
        make_target_machine(optimization == Optimization::debug);
    module.setDataLayout(machine->createDataLayout());
    probe_stack(module);
    if (optimization == Optimization::full) optimize(module, *machine);
    if (optimization == Optimization::lanes) optimize_lanes(module, *machine);
    make_extremes_exact(module);
    widen_comparisons(module);
    hide_masks(module);
    keep_calls(module);
    emit_code(*machine);
    // Removes the handler that refers to `errors`, because the LLVM context outlives `errors`.
    module.getContext().setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
    for (Diagnostic& error : errors) error.file = source_name;
    if (!errors.empty()) throw compiler::CompileError(source_name, errors);
}

}  // namespace

Optimization optimization_for(Lowering lowering, bool debug) noexcept {
    if (debug) return Optimization::debug;
    return lowering == Lowering::lanes ? Optimization::lanes : Optimization::full;
}

std::vector<std::byte> generate_object(llvm::Module& module, Optimization optimization,
                                       const std::string& source_name, const Dump& dump) {
    llvm::SmallVector<char, 0> object;
    generate(module, optimization, source_name, [&](llvm::TargetMachine& machine) {
        dump.write("optimised", module);
        object = emit(module, machine, llvm::CodeGenFileType::ObjectFile);
    });
    const auto* first = reinterpret_cast<const std::byte*>(object.data());
    return {first, first + object.size()};
}

CodeTexts generate_texts(llvm::Module& module, Optimization optimization,
                         const std::string& source_name) {
    CodeTexts texts;
    generate(module, optimization, source_name, [&](llvm::TargetMachine& machine) {
        texts.llvm = printed(module);
        const auto assembly = emit(module, machine, llvm::CodeGenFileType::AssemblyFile);
        texts.assembly.assign(assembly.begin(), assembly.end());
    });
    return texts;
}

}  // namespace glint::cpu
