// SPDX-License-Identifier: MIT
#include <apps/glint/compile_flags.hpp>

#include <algorithm>
#include <cctype>
#include <functional>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

constexpr unsigned kMaxThreads = 1024;
constexpr std::array<unsigned, 3> kLargestBlock{1024, 1024, 64};

[[noreturn]] void refuse(const std::string& flag, const std::string& reason) {
    throw CLI::ValidationError(flag, reason);
}

[[noreturn]] void refuse_block(const std::string& whole) {
    refuse(
        "--block",
        fmt::format(
            "'{}' does not have the form X[,Y[,Z]] with at most {} threads and a Z of at most {}",
            whole, kMaxThreads, kLargestBlock[2]));
}

driver::Dim3 parse_block(const std::string& whole) {
    std::array<unsigned, 3> sizes{1, 1, 1};
    const std::vector<std::string_view> parts = text::split(whole, ',');
    if (parts.size() > sizes.size()) refuse_block(whole);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto size = text::parse_unsigned(parts[i]);
        if (!size || *size < 1 || *size > kLargestBlock[i]) refuse_block(whole);
        sizes[i] = static_cast<unsigned>(*size);
    }
    if (sizes[0] * sizes[1] * sizes[2] > kMaxThreads) refuse_block(whole);
    return {sizes[0], sizes[1], sizes[2]};
}

std::string parse_device(const std::string& name) {
    constexpr std::string_view kArchitecture = "cuda:sm_";
    if (!name.starts_with(kArchitecture)) return name;
    const auto capability = text::parse_unsigned(std::string_view(name).substr(8));
    if (!capability || *capability < 10 || *capability > 999)
        refuse("--device", "'" + name + "' is not an architecture such as cuda:sm_90");
    return name;
}

std::pair<std::string, std::string> parse_define(const std::string& whole) {
    const auto first = static_cast<unsigned char>(whole.empty() ? 0 : whole.front());
    if (first != '_' && !std::isalpha(first))
        refuse("-D", "'" + whole + "' does not have the form NAME or NAME=VALUE");
    const std::size_t equals = std::min(whole.find('='), whole.size());
    return {whole.substr(0, equals), equals == whole.size() ? "1" : whole.substr(equals + 1)};
}

std::filesystem::path parse_folder(const std::string& folder) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        refuse("-I", "'" + folder + "' is not a folder");
    return folder;
}

// Adds a kernel to the listing. If the kernel is a template, also requests its instantiation.
void add_kernel(CompileRequest& request, const std::string& name) {
    request.inspect.kernels.push_back(name);
    if (name.find('<') != name.npos) request.program.instantiations.push_back(name);
}

void add_source_flags(CLI::App& command, CompileRequest& request) {
    const auto add_each = [&](const char* flag, const char* value, const char* help,
                              const std::function<void(const std::string&)>& take) {
        const auto take_all = [take](const std::vector<std::string>& all) {
            for (const std::string& text : all) take(text);
        };
        command.add_option_function<std::vector<std::string>>(flag, take_all, help)
            ->type_name(value)
            ->allow_extra_args(false)
            ->take_all();
    };
    command.add_option("FILE", request.file, "CUDA C++ source file")->required()->type_name("");
    add_each("--kernel", "NAME",
             "list only this kernel. For a template, write the template arguments, as in "
             "'scale<float, 256>'",
             [&](const std::string& text) { add_kernel(request, text); });
    add_each("-I", "DIR", "add a folder to the include path", [&](const std::string& text) {
        request.program.include_folders.push_back(parse_folder(text));
    });
    add_each(
        "-D", "NAME[=VALUE]", "define a macro (default value: 1)",
        [&](const std::string& text) { request.program.defines.push_back(parse_define(text)); });
    command.add_flag("--fast-math", request.program.fast_math, "use faster, less accurate math");
    command.add_flag("--debug", request.program.debug, "disable optimization");
}

}  // namespace

void add_compile_flags(CLI::App& command, CompileRequest& request) {
    const auto add = [&](const char* flag, const char* value, const char* help,
                         const std::function<void(const std::string&)>& take) {
        command.add_option_function<std::string>(flag, take, help)->type_name(value)->take_last();
    };
    add_source_flags(command, request);
    add("--device", "DEVICE",
        "target: cpu, cuda, cuda:1, or an architecture such as cuda:sm_90 (needs no GPU)",
        [&](const std::string& text) { request.device = parse_device(text); });
    add("--block", "X[,Y[,Z]]",
        "CPU: block shape (default: 256 threads, or fewer if the kernel's limit is lower)",
        [&](const std::string& text) { request.inspect.block = parse_block(text); });
    command.add_flag("--explain", request.explain,
                     "CPU: explain how each kernel runs, and what prevents a faster method");
    command.add_flag("--llvm", request.code.llvm,
                     "CPU: print the optimized LLVM IR instead of the list of kernels");
    command.add_flag("--asm", request.code.assembly,
                     "CPU: print the assembly code instead of the list of kernels");
    command.add_flag("--ptx", request.code.ptx,
                     "CUDA: print the PTX instead of the list of kernels");
    command.add_flag("--sass", request.code.sass,
                     "CUDA: print the machine code (SASS) instead of the list of kernels (requires "
                     "nvdisasm or cuobjdump)");
    command.add_flag("--json", request.json, "print the results as JSON");
    add("-o", "FILE", "write to a file instead of stdout",
        [&](const std::string& text) { request.output = text; });
}

void settle(CompileRequest& request) {
    const bool about_cpu =
        request.code.llvm || request.code.assembly || request.explain || request.inspect.block;
    const bool about_cuda = request.code.ptx || request.code.sass;
    if (about_cpu && request.device == "auto") request.device = "cpu";
    if (about_cpu && request.device != "cpu")
        refuse("--device", "--llvm, --asm, --explain and --block apply only to the CPU, not to " +
                               request.device);
    if (about_cuda && request.device == "cpu")
        refuse("--device", "--ptx and --sass apply only to GPUs, such as cuda:sm_90");
}

}  // namespace glint::apps
