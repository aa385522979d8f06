#include <glint/cpu/lowering/lower.hpp>

#include <algorithm>

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <glint/cpu/codegen/optimise.hpp>
#include <glint/cpu/lowering/calls.hpp>
#include <glint/cpu/lowering/entries.hpp>
#include <glint/cpu/lowering/names.hpp>
#include <glint/cpu/lowering/parallel_loop.hpp>
#include <glint/cpu/lowering/shared_memory.hpp>

namespace glint::cpu {
namespace {

/// One kernel on its way from description to entry.
struct Candidate {
    const KernelDescription* kernel = nullptr;
    Lowering lowering = Lowering::loops;
    SharedMemory::Layout shared;
    Entry entry;
};

// A kernel runs as plain loops unless its threads wait for each other, or some function that
// cannot be merged into the loops asks which thread it runs for or where shared memory lies.
Lowering choose(llvm::Function& kernel, const CallAnalysis& calls, const SharedMemory& shared) {
    if (calls.waits_for_threads(kernel) || calls.hides_indices(kernel)) return Lowering::fibres;
    for (llvm::Function* function : calls.reachable(kernel))
        if (calls.stands_alone(*function) && shared.is_used_by(calls.reachable(*function)))
            return Lowering::fibres;
    return Lowering::loops;
}

Candidate plan(llvm::Module& module, const KernelDescription& kernel, const CallAnalysis& calls,
               const SharedMemory& shared) {
    llvm::Function& function = *module.getFunction(kernel.symbol);
    return {.kernel = &kernel,
            .lowering = choose(function, calls, shared),
            .shared = shared.layout(calls.reachable(function)),
            .entry = {}};
}

// On a GPU a convergent call ties threads together; here each thread is a program of its own.
void drop_convergence(llvm::Module& module) {
    for (llvm::Function& function : module) {
        function.removeFnAttr(llvm::Attribute::Convergent);
        for (llvm::Instruction& instruction : llvm::instructions(function))
            if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                call->removeFnAttr(llvm::Attribute::Convergent);
    }
}

void merge_into_callers(llvm::Module& module, const CallAnalysis& calls) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        function.removeFnAttr(llvm::Attribute::OptimizeNone);
        function.removeFnAttr(llvm::Attribute::NoInline);
        if (calls.can_merge(function))
            function.addFnAttr(llvm::Attribute::AlwaysInline);
        else
            function.removeFnAttr(llvm::Attribute::AlwaysInline);
    }
    ModulePipeline pipeline(nullptr);
    pipeline.passes().addPass(llvm::AlwaysInlinerPass(true));
    pipeline.run(module);
}

void promote_locals(llvm::Function& function) {
    ModulePipeline pipeline(nullptr);
    pipeline.run(function, llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
}

void finish(const Candidate& candidate, const SharedMemory& shared) {
    const Entry& entry = candidate.entry;
    replace_placeholders(entry);
    shared.rewrite(*entry.function, *entry.shared, candidate.shared);
    if (candidate.lowering != Lowering::loops) return;
    promote_locals(*entry.function);
    mark_parallel(entry);
}

bool is_entry(const llvm::Function& function, const std::vector<Candidate>& candidates) {
    return std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.entry.function == &function;
    });
}

void hide_functions(llvm::Module& module, const std::vector<Candidate>& candidates) {
    for (llvm::Function& function : module) {
        if (function.isDeclaration() || is_entry(function, candidates)) continue;
        function.setComdat(nullptr);
        function.setVisibility(llvm::GlobalValue::DefaultVisibility);
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
}

// Variables that the host may write: the front end marks them, static ones excepted.
bool is_device_variable(const llvm::GlobalVariable& variable) {
    if (variable.isDeclaration() || variable.getName().starts_with("llvm.")) return false;
    return variable.isExternallyInitialized() ||
           (variable.hasInternalLinkage() && !variable.isConstant());
}

std::vector<GlobalRecord> expose_variables(llvm::Module& module) {
    std::vector<GlobalRecord> records;
    for (llvm::GlobalVariable& variable : module.globals()) {
        if (!is_device_variable(variable)) continue;
        variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
        variable.setExternallyInitialized(true);
        const auto size = module.getDataLayout().getTypeAllocSize(variable.getValueType());
        records.push_back({.symbol = variable.getName().str(), .size_bytes = size.getFixedValue()});
    }
    return records;
}

void remove_unused(llvm::Module& module) {
    // The list would keep functions and shared variables alive.
    if (auto* list = module.getGlobalVariable("llvm.compiler.used")) list->eraseFromParent();
    if (auto* list = module.getGlobalVariable("llvm.used")) list->eraseFromParent();
    ModulePipeline pipeline(nullptr);
    pipeline.passes().addPass(llvm::GlobalDCEPass());
    pipeline.run(module);
}

bool is_provided(const llvm::Function& function, const llvm::TargetLibraryInfoImpl& library) {
    llvm::LibFunc known;
    return function.isIntrinsic() || function.getName().starts_with("__glint_") ||
           library.getLibFunc(function.getName(), known);
}

void check_defined(const llvm::Module& module, const std::string& source_name) {
    const llvm::TargetLibraryInfoImpl library((llvm::Triple(module.getTargetTriple())));
    std::vector<compiler::Diagnostic> errors;
    for (const llvm::Function& function : module)
        if (function.isDeclaration() && !function.use_empty() && !is_provided(function, library))
            errors.push_back({.file = source_name,
                              .message = "`" + function.getName().str() +
                                         "` is called, but nowhere defined for the device"});
    if (!errors.empty()) throw compiler::CompileError(source_name, errors);
}

KernelRecord record_of(const Candidate& candidate) {
    const KernelDescription& kernel = *candidate.kernel;
    return {.name = kernel.name,
            .symbol = kernel.symbol,
            .parameters = kernel.parameters,
            .argument_bytes = kernel.argument_bytes,
            .static_shared_bytes = candidate.shared.size_bytes,
            .max_threads_per_block = kernel.max_threads_per_block,
            .lowering = candidate.lowering};
}

Entry add_entry(llvm::Module& module, const Candidate& candidate) {
    return candidate.lowering == Lowering::loops ? add_loops_entry(module, *candidate.kernel)
                                                 : add_fibre_entry(module, *candidate.kernel);
}

}  // namespace

LoweredModule lower(ParsedSource& parsed, const std::string& source_name) {
    llvm::Module& module = *parsed.module;
    drop_convergence(module);
    const CallAnalysis calls(module);
    const SharedMemory shared(module, calls);

    std::vector<Candidate> candidates;
    for (const KernelDescription& kernel : parsed.kernels)
        candidates.push_back(plan(module, kernel, calls, shared));
    for (Candidate& candidate : candidates) candidate.entry = add_entry(module, candidate);
    merge_into_callers(module, calls);
    for (const Candidate& candidate : candidates) finish(candidate, shared);
    shared.rewrite_rest(module);
    hide_functions(module, candidates);
    remove_unused(module);
    check_defined(module, source_name);

    LoweredModule lowered;
    for (const Candidate& candidate : candidates) lowered.kernels.push_back(record_of(candidate));
    lowered.globals = expose_variables(module);
    return lowered;
}

}  // namespace glint::cpu
