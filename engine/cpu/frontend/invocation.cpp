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
    // If the source ends too early, Clang reports the error in this line or after it.
    return text + "struct __glint_end_of_requests;\n";
}

// Virtual folder for the headers that the user passes as text, except headers with an absolute
// path.
constexpr const char* kHeaderFolder = "/__glint_headers";

std::string place_of(const std::string& header) {
    return header.starts_with('/') ? header : fmt::format("{}/{}", kHeaderFolder, header);
}

/// Returns a file system that contains the real files and some files in memory. The files in memory
/// are the prelude, the prelude's replacements for standard headers and CUDA's headers, and the
/// headers that the user passes as text.
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
    // The result of createPhysicalFileSystem() has its own working folder, which other threads
    // cannot change.
    auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
        llvm::vfs::createPhysicalFileSystem());
    overlay->pushOverlay(memory);
    return overlay;
}

// Allows the optimizations of nvcc's --use_fast_math. Like nvcc, does not allow Clang to reorder
// sums, or to assume that NaN, infinity and -0 do not occur. limit_fast_math() later removes the
// flags from operations that nvcc does not approximate.
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
        preprocessor.Includes.clear();  // this list contains only the prelude
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
        // With C++ modules, Clang would treat a host function and a device function of the
        // precompiled prelude as the same function.
        "-fno-cxx-modules",
        // Instantiates templates of the prelude when the prelude is precompiled.
        "-fpch-instantiate-templates",
        // Prevents Clang from folding conversions of numbers that do not fit the integer type; see
        // define_arithmetic().
        "-fno-strict-float-cast-overflow",
        // Allows kernels to access the same memory, for example shared memory, through several
        // types.
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
    // Line tables are necessary to report the line of a failure. The compilation folder is ".",
    // because the image must not depend on paths of this process.
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
