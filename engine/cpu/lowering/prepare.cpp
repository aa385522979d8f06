// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/prepare.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <glint/cpu/codegen/source_place.hpp>
#include <glint/cpu/lowering/calls.hpp>
#include <glint/cpu/lowering/fast_math.hpp>
#include <glint/cpu/lowering/module_passes.hpp>
#include <glint/cpu/lowering/names.hpp>
#include <glint/cpu/lowering/shared_memory.hpp>
#include <glint/cpu/lowering/volatile_steps.hpp>

namespace glint::cpu {
namespace {

using Kernels = std::vector<KernelDescription>;

bool is_kernel(const llvm::Function& function, const Kernels& kernels) {
    return std::any_of(kernels.begin(), kernels.end(), [&](const KernelDescription& kernel) {
        return function.getName() == llvm::StringRef(kernel.symbol);
    });
}

// Makes `object` visible to other object files of the image. These files may be at any address in
// memory.
void expose(llvm::GlobalObject& object) {
    object.setComdat(nullptr);
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setLinkage(llvm::GlobalValue::ExternalLinkage);
    object.setDSOLocal(false);
}

// Returns true for variables that the host may write. The front end marks them as externally
// initialized, except static variables.
bool is_device_variable(const llvm::GlobalVariable& variable) {
    if (variable.isDeclaration() || is_shared_variable(variable)) return false;
    if (variable.getName().starts_with("llvm.")) return false;
    return variable.isExternallyInitialized() ||
           (variable.hasInternalLinkage() && !variable.isConstant());
}

void set_linkage(llvm::Module& module, const Kernels& kernels) {
    // Removes these lists, because they would keep unused functions and shared variables alive.
    for (const char* list : {"llvm.compiler.used", "llvm.used"})
        if (auto* used = module.getGlobalVariable(list)) used->eraseFromParent();
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        if (is_kernel(function, kernels))
            expose(function);
        else
            hide(function);
    }
}

// Gives internal linkage to tables and strings that the host cannot access, so that each object
// file has its own copy.
void hide_constants(llvm::Module& module) {
    for (llvm::GlobalVariable& variable : module.globals()) {
        if (variable.isDeclaration() || variable.isExternallyInitialized()) continue;
        if (variable.hasLocalLinkage() || variable.getName().starts_with("llvm.")) continue;
        variable.setComdat(nullptr);
        variable.setVisibility(llvm::GlobalValue::DefaultVisibility);
        variable.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
}

bool is_provided(const llvm::Function& function, const llvm::TargetLibraryInfoImpl& library) {
    llvm::LibFunc known;
    return function.isIntrinsic() || function.getName().starts_with(names::kPrefix) ||
           library.getLibFunc(function.getName(), known);
}

/// Returns an error for the location `place`, or without a location if `place` is nullptr.
template <class Place>
compiler::Diagnostic error_at(const Place* place, const std::string& source_name,
                              std::string message) {
    compiler::Diagnostic error{.file = source_name, .message = std::move(message)};
    if (place == nullptr) return error;
    error.file = source_path(place->getDirectory().str(), place->getFilename().str());
    error.line = place->getLine();
    return error;
}

const llvm::DILocation* first_use_of(const llvm::Function& function) {
    for (const llvm::User* user : function.users())
        if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
            if (const llvm::DILocation* place = instruction->getDebugLoc()) return place;
    return nullptr;
}

void check_defined(const llvm::Module& module, const std::string& source_name) {
    const llvm::TargetLibraryInfoImpl library((llvm::Triple(module.getTargetTriple())));
    std::vector<compiler::Diagnostic> errors;
    for (const llvm::Function& function : module)
        if (function.isDeclaration() && !function.use_empty() && !is_provided(function, library))
            errors.push_back(error_at(
                first_use_of(function), source_name,
                "`" + function.getName().str() + "` is called, but not defined for the device"));
    if (!errors.empty()) throw compiler::CompileError(source_name, errors);
}

/// Returns all functions except kernels. The caller must have removed unused functions.
std::vector<llvm::Function*> separate_functions(llvm::Module& module, const Kernels& kernels) {
    std::vector<llvm::Function*> apart;
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && !is_kernel(function, kernels)) apart.push_back(&function);
    return apart;
}

// Marks the functions whose address is taken. This must happen before the initializers of
// variables, which may contain addresses of functions, are removed from the module.
void note_taken_addresses(llvm::Module& module) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration() && function.hasAddressTaken())
            function.addFnAttr(names::kAddressTaken);
}

std::vector<llvm::GlobalVariable*> device_variables(llvm::Module& module) {
    std::vector<llvm::GlobalVariable*> variables;
    for (llvm::GlobalVariable& variable : module.globals())
        if (is_device_variable(variable)) variables.push_back(&variable);
    return variables;
}

std::vector<GlobalRecord> records_of(const std::vector<llvm::GlobalVariable*>& variables) {
    std::vector<GlobalRecord> records;
    for (llvm::GlobalVariable* variable : variables) {
        const llvm::DataLayout& layout = variable->getParent()->getDataLayout();
        const auto size = layout.getTypeAllocSize(variable->getValueType());
        records.push_back(
            {.symbol = variable->getName().str(), .size_bytes = size.getFixedValue()});
    }
    return records;
}

void set_fallback(KernelRecord& record, Lowering lowering, const char* obstacle) {
    record.fallback = lowering;
    record.obstacle = obstacle;
}

bool hides_shared_memory(llvm::Function& kernel, const CallAnalysis& calls,
                         const SharedMemory& shared) {
    const FunctionSet reachable = calls.reachable(kernel);
    return std::any_of(reachable.begin(), reachable.end(), [&](llvm::Function* function) {
        return calls.exists_separately(*function) && shared.is_used_by(calls.reachable(*function));
    });
}

// Chooses the lowering for blocks of any shape: loops or fibers. Fibers are necessary if threads
// wait for each other, or if a function that cannot be inlined reads its thread index or uses
// shared memory.
void choose_fallback(KernelRecord& record, llvm::Function& kernel, const CallAnalysis& calls,
                     const SharedMemory& shared) {
    if (calls.waits_for_threads(kernel))
        set_fallback(record, Lowering::fibers, "the threads wait for each other");
    else if (exchanges_through_volatile(calls.reachable(kernel)))
        set_fallback(record, Lowering::fibers,
                     "the threads exchange values through volatile memory");
    else if (calls.hides_indices(kernel))
        set_fallback(record, Lowering::fibers,
                     "a function that is recursive or called by pointer reads the thread index");
    else if (hides_shared_memory(kernel, calls, shared))
        set_fallback(record, Lowering::fibers,
                     "a function that is recursive or called by pointer uses shared memory");
}

using Symbols = std::set<std::string>;

/// Returns the symbols of the kernels that flush subnormal floats. The processor also flushes
/// subnormal doubles, so kernels that compute with doubles do not flush.
Symbols flushing_kernels(llvm::Module& module, const Kernels& kernels) {
    const CallAnalysis calls(module);
    Symbols found;
    for (const KernelDescription& kernel : kernels)
        if (!computes_with_doubles(*module.getFunction(kernel.symbol), calls))
            found.insert(kernel.symbol);
    return found;
}

// Reports an error for more than 48 kB of static shared memory. CUDA has the same limit; larger
// arrays must be dynamic.
void check_static_shared(const KernelDescription& kernel, const llvm::Function& function,
                         std::uint64_t size_bytes, const std::string& source_name) {
    constexpr std::uint64_t kMaxStatic = 48 * 1024;
    if (size_bytes <= kMaxStatic) return;
    const std::string message = fmt::format(
        "kernel `{}` has {} bytes of static shared memory, but the maximum is {}. Declare the "
        "array `extern __shared__` and pass the size at launch",
        kernel.name, size_bytes, kMaxStatic);
    throw compiler::CompileError(source_name,
                                 {error_at(function.getSubprogram(), source_name, message)});
}

std::vector<KernelRecord> describe(llvm::Module& module, const Kernels& kernels,
                                   const Symbols& flushing, const std::string& source_name) {
    const CallAnalysis calls(module);
    const SharedMemory shared(module, calls);
    std::vector<KernelRecord> records;
    for (const KernelDescription& kernel : kernels) {
        llvm::Function& function = *module.getFunction(kernel.symbol);
        KernelRecord record{kernel};
        record.flushes_subnormals = flushing.contains(kernel.symbol);
        const SharedMemory::Layout layout = shared.layout(calls.reachable(function));
        check_static_shared(kernel, function, shared.variable_bytes(layout), source_name);
        record.static_shared_bytes = layout.size_bytes;
        choose_fallback(record, function, calls, shared);
        records.push_back(std::move(record));
    }
    return records;
}

// Returns the module for `PreparedModule::base`: a copy of `module` without the kernels.
std::unique_ptr<llvm::Module> make_base(const llvm::Module& module, const Kernels& kernels) {
    std::unique_ptr<llvm::Module> base = llvm::CloneModule(module);
    const CallAnalysis calls(*base);
    const SharedMemory shared(*base, calls);
    shared.rewrite_rest(*base);
    for (const KernelDescription& kernel : kernels) hide(*base->getFunction(kernel.symbol));
    drop_convergence(*base);
    remove_unused(*base);
    return base;
}

// Marks loads of `__constant__` variables as invariant, because nothing writes these variables
// while a kernel runs.
void mark_constant_loads(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
        if (load == nullptr || !load->isSimple()) continue;
        const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(
            llvm::getUnderlyingObject(load->getPointerOperand(), 0));
        if (variable != nullptr && variable->hasAttribute(names::kConstantAnnotation))
            load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                              llvm::MDNode::get(load->getContext(), {}));
    }
}

void declare(llvm::GlobalVariable& variable) {
    variable.setInitializer(nullptr);
    variable.setExternallyInitialized(false);
}

}  // namespace

PreparedModule prepare(ParsedSource& parsed, const compiler::Source& source) {
    llvm::Module& module = *parsed.module;
    mark_variables(module);
    set_linkage(module, parsed.kernels);
    const Symbols flushing =
        source.fast_math ? flushing_kernels(module, parsed.kernels) : Symbols();
    merge_into_callers(module, CallAnalysis(module));
    remove_unused(module);
    check_defined(module, source.name);
    hide_constants(module);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        promote_locals(function, true);
        mark_constant_loads(function);
    }
    if (source.fast_math) limit_fast_math(module);

    const std::vector<llvm::Function*> apart = separate_functions(module, parsed.kernels);
    const std::vector<llvm::GlobalVariable*> variables = device_variables(module);
    note_taken_addresses(module);
    for (llvm::Function* function : apart) expose(*function);
    for (llvm::GlobalVariable* variable : variables) {
        expose(*variable);
        variable->setExternallyInitialized(true);
    }
    PreparedModule prepared{.kernels = describe(module, parsed.kernels, flushing, source.name),
                            .globals = records_of(variables)};
    if (!apart.empty() || !variables.empty()) prepared.base = make_base(module, parsed.kernels);
    for (llvm::GlobalVariable* variable : variables) declare(*variable);
    for (llvm::Function* function : apart)
        function->setLinkage(llvm::GlobalValue::AvailableExternallyLinkage);
    return prepared;
}

}  // namespace glint::cpu
