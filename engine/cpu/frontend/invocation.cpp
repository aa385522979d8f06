// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/invocation.hpp>

#include <algorithm>
#include <memory>
#include <vector>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <fmt/format.h>

#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/frontend/diagnostics.hpp>
#include <glint/cpu/frontend/front_end.hpp>
#include <glint/cpu/frontend/kernel_finder.hpp>
#include <glint/cpu/frontend/prelude_files.hpp>
#include <glint/cpu/frontend/prelude_pch.hpp>

namespace glint::cpu {
namespace {

using compiler::Source;

std::string with_requests(const Source& source) {
    if (source.instantiations.empty()) return source.text;
    std::string text = source.text + "\n#line 1 \"" + kRequestFile + "\"\n";
    for (std::size_t i = 0; i < source.instantiations.size(); ++i)
        text += "using " + request_alias(i) + " = __glint_request<&" + source.instantiations[i] +
                ">;\n";
    // If the source ends too early, the error is on this line or after it.
    return text + "struct __glint_end_of_requests;\n";
}

// Folder of the headers that the user gives as text. Headers with absolute paths keep those paths.
constexpr const char* kHeaderFolder = "/__glint_headers";

std::string place_of(const std::string& header) {
    return header.starts_with('/') ? header : fmt::format("{}/{}", kHeaderFolder, header);
}

/// In-memory files on top of the real file system: the prelude, headers that it replaces, and
/// headers that the user gives as text.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system(
    const Source& source, const std::string* precompiled_prelude) {
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
    if (precompiled_prelude)
        memory->addFile(kPrecompiledPrelude, 0,
                        llvm::MemoryBuffer::getMemBuffer(*precompiled_prelude));
    // Each compilation has its own working folder, so that threads do not share one.
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem());
    overlay->pushOverlay(memory);
    return overlay;
}

// Allows what nvcc's --use_fast_math allows: neither reordering sums nor assuming that NaN,
// infinity, and -0 never occur. limit_fast_math() restricts it to operations that nvcc
// approximates.
void add_fast_math(std::vector<std::string>& arguments) {
    for (const char* flag : {"-freciprocal-math", "-fapprox-func"}) arguments.emplace_back(flag);
}

std::shared_ptr<clang::CompilerInvocation> invocation_for(const Source& source,
                                                          bool has_precompiled_prelude,
                                                          DiagnosticCollector& collector) {
    const std::vector<std::string> arguments = arguments_for(source);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments) pointers.push_back(argument.c_str());
    clang::DiagnosticsEngine engine(new clang::DiagnosticIDs, new clang::DiagnosticOptions,
                                    &collector, false);
    auto invocation = std::make_shared<clang::CompilerInvocation>();
    clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, engine);
    clang::PreprocessorOptions& preprocessor = invocation->getPreprocessorOpts();
    if (has_precompiled_prelude) {
        preprocessor.Includes.clear();  // contains only the prelude
        preprocessor.ImplicitPCHInclude = kPrecompiledPrelude;
    }
    const std::string text = with_requests(source);
    preprocessor.addRemappedFile(source.name,
                                 llvm::MemoryBuffer::getMemBufferCopy(text, source.name).release());
    return invocation;
}

}  // namespace

std::vector<std::string> arguments_for(const Source& source) {
    const HostTarget& host = host_target();
    std::vector<std::string> arguments{
        "-triple", host.triple, "-target-cpu", host.cpu, "-x", "cuda", "-fcuda-is-device",
        "-fdeclspec", "-std=" + source.language_standard, "-ffp-contract=fast", "-nostdsysteminc",
        "-nobuiltininc",
        // With modules, host and device functions of the precompiled prelude would count as one.
        "-fno-cxx-modules",
        // Templates that the prelude uses are instantiated once, in the precompiled prelude.
        "-fpch-instantiate-templates",
        // Converts constants like variables: see define_arithmetic().
        "-fno-strict-float-cast-overflow",
        // Kernels access memory through several types, as in typed views of shared memory.
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
    // Line tables map failures to source lines. The image must not contain paths of this process.
    arguments.insert(arguments.end(), {source.debug ? "-debug-info-kind=limited"
                                                    : "-debug-info-kind=line-tables-only",
                                       "-dwarf-version=4", "-fdebug-compilation-dir=."});
    if (source.fast_math) add_fast_math(arguments);
    arguments.insert(arguments.end(), source.clang_flags.begin(), source.clang_flags.end());
    arguments.push_back(source.name);
    return arguments;
}

void execute(clang::FrontendAction& action, const Source& source,
             const std::string* precompiled_prelude, DiagnosticCollector& collector) {
    clang::CompilerInstance compiler;
    compiler.setInvocation(invocation_for(source, precompiled_prelude != nullptr, collector));
    compiler.createDiagnostics(&collector, false);
    compiler.createFileManager(file_system(source, precompiled_prelude));
    compiler.ExecuteAction(action);
}

}  // namespace glint::cpu
