#include <glint/cpu/codegen/generate.hpp>

#include <memory>

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <glint/compiler/compile_error.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/optimise.hpp>

namespace glint::cpu {
namespace {

using compiler::Diagnostic;

/// Keeps LLVM's errors; drops its remarks and warnings, which would go to stderr.
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

std::vector<std::byte> emit(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::SmallVector<char, 0> object;
    llvm::raw_svector_ostream out(object);
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile))
        throw Error(ErrorCode::unsupported, "generate code", "LLVM emits no object files here");
    passes.run(module);
    const auto* first = reinterpret_cast<const std::byte*>(object.data());
    return {first, first + object.size()};
}

}  // namespace

std::vector<std::byte> generate_object(llvm::Module& module, bool debug,
                                       const std::string& source_name) {
    std::vector<Diagnostic> errors;
    module.getContext().setDiagnosticHandler(std::make_unique<ErrorCollector>(errors));
    const std::unique_ptr<llvm::TargetMachine> machine = make_target_machine(debug);
    module.setDataLayout(machine->createDataLayout());
    if (!debug) optimise(module, *machine);
    std::vector<std::byte> object = emit(module, *machine);
    // `errors` ends here, the context does not.
    module.getContext().setDiagnosticHandler(std::make_unique<llvm::DiagnosticHandler>());
    for (Diagnostic& error : errors) error.file = source_name;
    if (!errors.empty()) throw compiler::CompileError(source_name, errors);
    return object;
}

}  // namespace glint::cpu
