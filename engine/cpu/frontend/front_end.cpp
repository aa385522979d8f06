#include <glint/cpu/frontend/front_end.hpp>

#include <algorithm>
#include <optional>

#include <clang/AST/ASTConsumer.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/Version.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <fmt/format.h>

#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/frontend/define_arithmetic.hpp>
#include <glint/cpu/frontend/diagnostics.hpp>
#include <glint/cpu/frontend/fold_constants.hpp>
#include <glint/cpu/frontend/kernel_finder.hpp>
#include <glint/cpu/frontend/prelude_files.hpp>

namespace glint::cpu {
namespace {

using compiler::Diagnostic;
using compiler::Source;
using Severity = Diagnostic::Severity;

// The presumed name of the lines that follow the source, one for each request.
constexpr const char* kRequestFile = "<glint requests>";

std::string with_requests(const Source& source) {
    if (source.instantiations.empty()) return source.text;
    std::string text = source.text + "\n#line 1 \"" + kRequestFile + "\"\n";
    for (std::size_t i = 0; i < source.instantiations.size(); ++i)
        text += "using " + request_alias(i) + " = __glint_request<&" + source.instantiations[i] +
                ">;\n";
    // Where the text ends too early, that shows on this line or behind it.
    return text + "struct __glint_end_of_requests;\n";
}

// Where headers are that the user gives as text. Those with whole paths stand there.
constexpr const char* kHeaderFolder = "/__glint_headers";

std::string place_of(const std::string& header) {
    return header.starts_with('/') ? header : fmt::format("{}/{}", kHeaderFolder, header);
}

/// Files beside the real ones: the prelude, headers that it makes superfluous, and the user's.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(const Source& source) {
    auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    const auto add = [&](const std::string& folder, const PreludeFile& file) {
        memory->addFile(folder + std::string(file.name), 0,
                        llvm::MemoryBuffer::getMemBuffer(file.text, file.name));
    };
    for (const PreludeFile& file : prelude_files())
        add(std::string(kPreludeFolder) + "/__glint/", file);
    for (const PreludeFile& file : standard_headers()) add(std::string(kPreludeFolder) + "/", file);
    for (const auto& [name, text] : source.headers)
        memory->addFile(place_of(name), 0, llvm::MemoryBuffer::getMemBuffer(text, name));
    // A working folder of its own for each compilation, so that threads do not share one.
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem());
    overlay->pushOverlay(memory);
    return overlay;
}

// What nvcc's --use_fast_math allows, which is neither to reorder sums nor to assume that NaN,
// infinity and -0 never occur. limit_fast_math() keeps it to what nvcc approximates.
void add_fast_math(std::vector<std::string>& arguments) {
    for (const char* flag : {"-freciprocal-math", "-fapprox-func"}) arguments.emplace_back(flag);
}

}  // namespace

std::vector<std::string> arguments_for(const Source& source) {
    const HostTarget& host = host_target();
    std::vector<std::string> arguments{
        "-triple", host.triple, "-target-cpu", host.cpu, "-x", "cuda", "-fcuda-is-device",
        "-fdeclspec", "-std=" + source.language_standard, "-ffp-contract=fast", "-nostdsysteminc",
        "-nobuiltininc",
        // So that constants convert like variables: see define_arithmetic().
        "-fno-strict-float-cast-overflow",
        // Kernels look at memory through several types, as in typed views of shared memory.
        "-relaxed-aliasing", "-internal-isystem", kPreludeFolder, "-include", kPreludeHeader,
        "-fno-caret-diagnostics", "-Wno-unknown-pragmas", "-Wno-unused-value", "-Wno-pass-failed"};
    for (const std::string& feature : host.features)
        arguments.insert(arguments.end(), {"-target-feature", feature});
    if (!source.headers.empty()) arguments.insert(arguments.end(), {"-I", kHeaderFolder});
    for (const std::string& folder : source.include_folders)
        arguments.insert(arguments.end(), {"-I", folder});
    for (const auto& [name, value] : source.defines)
        arguments.insert(arguments.end(), {"-D", name + "=" + value});
    arguments.emplace_back(source.debug ? "-O0" : "-O3");
    // Line tables put a failure on its line. No path of this process may come into the image.
    arguments.insert(arguments.end(), {source.debug ? "-debug-info-kind=limited"
                                                    : "-debug-info-kind=line-tables-only",
                                       "-dwarf-version=4", "-fdebug-compilation-dir=."});
    if (source.fast_math) add_fast_math(arguments);
    arguments.insert(arguments.end(), source.clang_flags.begin(), source.clang_flags.end());
    arguments.push_back(source.name);
    return arguments;
}

namespace {

/// Looks for kernels when the translation unit is complete and its module made.
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
    // The first inline assembler that a compiled function holds is enough to tell.
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

/// Generates the module and finds the kernels in one go through the source.
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
    clang::CodeGenerator* generator_ = nullptr;  // owned by the consumer
    std::optional<FoundKernels> found_;
    std::unique_ptr<llvm::Module> module_;
};

std::shared_ptr<clang::CompilerInvocation> invocation_for(const Source& source,
                                                          DiagnosticCollector& collector) {
    const std::vector<std::string> arguments = arguments_for(source);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
    clang::DiagnosticsEngine engine(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                    &collector, false);
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, engine);
    const std::string text = with_requests(source);
    invocation->getPreprocessorOpts().addRemappedFile(
        source.name, llvm::MemoryBuffer::getMemBufferCopy(text, source.name).release());
    return invocation;
}

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
                           ? "no kernel `" + request + "` (" + diagnostic.message + ")"
                           : diagnostic.message};
}

/// The user wrote no request lines: an error there means a kernel that does not exist, and one
/// behind them, that the source ended too early.
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
    // What is wrong in the source itself may be all that is wrong with a request.
    const auto first_in_source = std::find_if(
        diagnostics.begin(), diagnostics.end(),
        [&](const Diagnostic& d) { return d.severity == Severity::error && !in_request(d); });
    if (first_in_source != diagnostics.end()) std::erase_if(diagnostics, in_request);
    for (Diagnostic& diagnostic : diagnostics)
        diagnostic = translated(std::move(diagnostic), source);
    return diagnostics;
}

std::vector<Diagnostic> run(ParseAction& action, const Source& source) {
    DiagnosticCollector collector;
    clang::CompilerInstance compiler;
    compiler.setInvocation(invocation_for(source, collector));
    compiler.createDiagnostics(&collector, false);
    compiler.createFileManager(file_system(source));
    compiler.ExecuteAction(action);
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
    // Clang would end the process.
    if (source.name.ends_with('/'))
        throw Error(ErrorCode::invalid_argument, "compile '" + source.name + "'",
                    "the source's name is not the name of a file");
    ParsedSource parsed;
    ParseAction action(*parsed.context, source.instantiations);
    std::vector<Diagnostic> diagnostics = run(action, source);
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
