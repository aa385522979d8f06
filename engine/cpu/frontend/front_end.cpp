// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/front_end.hpp>

#include <algorithm>
#include <optional>

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/Version.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <fmt/format.h>

#include <glint/cpu/frontend/define_arithmetic.hpp>
#include <glint/cpu/frontend/diagnostics.hpp>
#include <glint/cpu/frontend/fold_constants.hpp>
#include <glint/cpu/frontend/invocation.hpp>
#include <glint/cpu/frontend/kernel_finder.hpp>
#include <glint/cpu/frontend/prelude_pch.hpp>

namespace glint::cpu {
namespace {

using compiler::Diagnostic;
using compiler::Source;
using Severity = Diagnostic::Severity;

/// Finds the kernels after Clang has parsed the whole source and generated its module.
class FinderConsumer : public clang::ASTConsumer {
public:
    FinderConsumer(clang::CodeGenerator& generator, const std::vector<std::string>& requests,
                   std::optional<FoundKernels>& found)
        : generator_(generator), requests_(requests), found_(found) {}

    void HandleTranslationUnit(clang::ASTContext& context) override {
        if (generator_.GetModule() == nullptr) return;
        found_ = find_kernels(context, generator_, requests_);
        find_assembler(context.getSourceManager());
    }

private:
    // Adds an error for inline assembly in functions that the module contains.
    void find_assembler(const clang::SourceManager& sources) {
        for (llvm::Function& function : *generator_.GetModule())
            for (llvm::Instruction& instruction : llvm::instructions(function))
                if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    check_assembler(*call, sources);
    }

    void check_assembler(const llvm::CallInst& call, const clang::SourceManager& sources) {
        const auto* code = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
        if (code == nullptr || code->getAsmString().empty()) return;
        found_->errors.push_back(diagnostic_at(sources, place_of(call), kInlinePtx));
    }

    static clang::SourceLocation place_of(const llvm::CallInst& call) {
        const llvm::MDNode* place = call.getMetadata("srcloc");
        if (place == nullptr) return {};
        const auto* raw = llvm::mdconst::extract<llvm::ConstantInt>(place->getOperand(0));
        return clang::SourceLocation::getFromRawEncoding(
            static_cast<clang::SourceLocation::UIntTy>(raw->getZExtValue()));
    }

    clang::CodeGenerator& generator_;
    const std::vector<std::string>& requests_;
    std::optional<FoundKernels>& found_;
};

/// Parses the source once, generates its module, and finds its kernels.
class ParseAction : public clang::ASTFrontendAction {
public:
    ParseAction(llvm::LLVMContext& context, const std::vector<std::string>& requests)
        : context_(context), requests_(requests) {}

    std::unique_ptr<llvm::Module> take_module() { return std::move(module_); }
    std::optional<FoundKernels>& found() { return found_; }

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef file) override {
        generator_ = clang::CreateLLVMCodeGen(
            compiler.getDiagnostics(), file, &compiler.getVirtualFileSystem(),
            compiler.getHeaderSearchOpts(), compiler.getPreprocessorOpts(),
            compiler.getCodeGenOpts(), context_);
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(make_constant_folder());
        consumers.emplace_back(generator_);
        consumers.push_back(std::make_unique<FinderConsumer>(*generator_, requests_, found_));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

    void EndSourceFileAction() override { module_.reset(generator_->ReleaseModule()); }

private:
    llvm::LLVMContext& context_;
    const std::vector<std::string>& requests_;
    clang::CodeGenerator* generator_ = nullptr;  // the consumer owns this object
    std::optional<FoundKernels> found_;
    std::unique_ptr<llvm::Module> module_;
};

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& d) { return d.severity == Severity::error; });
}

unsigned line_count(const std::string& text) {
    const auto newlines = std::count(text.begin(), text.end(), '\n');
    return static_cast<unsigned>(newlines) + (text.ends_with('\n') ? 0 : 1);
}

std::string last_line(const std::string& text) {
    const std::string_view body(text.data(), text.size() - (text.ends_with('\n') ? 1 : 0));
    return std::string(body.substr(body.rfind('\n') + 1));
}

bool is_in_request(const Diagnostic& diagnostic, const Source& source) {
    return diagnostic.file == kRequestFile && diagnostic.line <= source.instantiations.size();
}

Diagnostic about_request(Diagnostic diagnostic, const Source& source) {
    const std::string& request = source.instantiations[diagnostic.line - 1];
    return {.severity = diagnostic.severity,
            .file = source.name,
            .message = diagnostic.severity == Severity::error
                           ? "kernel `" + request + "` not found (" + diagnostic.message + ")"
                           : diagnostic.message};
}

/// Rewrites a diagnostic in the request lines, which follow the source and which the user did not
/// write. An error in a request line means that the requested kernel does not exist. An error after
/// the request lines means that the source ended too early.
Diagnostic translated(Diagnostic diagnostic, const Source& source) {
    if (is_in_request(diagnostic, source)) return about_request(std::move(diagnostic), source);
    if (diagnostic.file.empty()) diagnostic.file = source.name;
    if (diagnostic.file != kRequestFile) return diagnostic;
    return {.severity = diagnostic.severity,
            .file = source.name,
            .line = line_count(source.text),
            .message = diagnostic.message,
            .source_line = last_line(source.text)};
}

std::vector<Diagnostic> translated(std::vector<Diagnostic> diagnostics, const Source& source) {
    const auto in_request = [&](const Diagnostic& d) { return is_in_request(d, source); };
    // If the source itself has errors, they may be the cause of the errors in requests, so errors
    // in requests are not reported.
    const auto first_in_source = std::find_if(
        diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic& d) { return d.severity == Severity::error && !in_request(d); });
    if (first_in_source != diagnostics.end()) std::erase_if(diagnostics, in_request);
    for (Diagnostic& diagnostic : diagnostics)
        diagnostic = translated(std::move(diagnostic), source);
    return diagnostics;
}

std::vector<Diagnostic> run_action(ParseAction& action, const Source& source) {
    DiagnosticCollector collector;
    const auto prelude = precompiled_prelude(source);
    execute(action, source, prelude.get(), collector);
    std::vector<Diagnostic> diagnostics = collector.take();
    if (action.found())
        diagnostics.insert(diagnostics.end(), action.found()->errors.begin(),
                           action.found()->errors.end());
    return translated(std::move(diagnostics), source);
}

}  // namespace

ParsedSource::ParsedSource() : context(std::make_unique<llvm::LLVMContext>()) {}
ParsedSource::~ParsedSource() = default;
ParsedSource::ParsedSource(ParsedSource&&) noexcept = default;

ParsedSource parse(const Source& source) {
    // Clang terminates the process if the name ends with a slash.
    if (source.name.ends_with('/'))
        throw Error(ErrorCode::invalid_argument, "compile '" + source.name + "'",
                    "the source name is not a file name");
    ParsedSource parsed;
    ParseAction action(*parsed.context, source.instantiations);
    std::vector<Diagnostic> diagnostics = run_action(action, source);
    if (has_errors(diagnostics)) throw compiler::CompileError(source.name, diagnostics);
    parsed.module = action.take_module();
    define_arithmetic(*parsed.module);
    parsed.kernels = std::move(action.found()->kernels);
    parsed.symbols = std::move(action.found()->symbols);
    parsed.warnings = std::move(diagnostics);
    return parsed;
}

std::string front_end_version() { return "clang " + std::string(CLANG_VERSION_STRING); }

}  // namespace glint::cpu
