// SPDX-License-Identifier: MIT
#include <array>
#include <cstdlib>
#include <memory>

#include <fmt/format.h>

#include <apps/glint/commands.hpp>
#include <apps/glint/disassemble.hpp>
#include <apps/glint/output_files.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/make_source.hpp>

namespace glint::apps {
namespace {

struct Target {
    std::string name;  ///< "cpu", or an architecture such as "sm_90"
    std::shared_ptr<const compiler::SourceCompiler> compiler;
};

Target find_target(const std::string& device_name) {
    constexpr std::string_view kCuda = "cuda:";
    if (device_name.starts_with("cuda:sm_")) {
        const std::string architecture = device_name.substr(kCuda.size());
        return {architecture, compiler::nvrtc_compiler(architecture)};
    }
    const Device device = Device::open(device_name);
    return {device.kind() == BackendKind::cpu ? "cpu" : device.info().architecture,
            compiler::compiler_for(device)};
}

// Throws Error if flags for GPUs were given, but the target is a CPU. Parsing cannot check this for
// --device auto.
void check_gpu(const CompileRequest& request, const Target& target) {
    if (target.name == "cpu" && (request.code.ptx || request.code.sass))
        throw Error(
            ErrorCode::unsupported, "compile " + request.file.string(),
            "--ptx and --sass apply only to GPUs. Without a GPU, name an architecture, as in "
            "--device cuda:sm_90");
}

std::string output_of(const CompileRequest& request, const Target& target,
                      const compiler::Listing& listing) {
    const std::string sass =
        request.code.sass ? disassembled(listing.cubin, request.file.string()) : std::string();
    if (request.json) return listing_json(listing, target.name, request.code, sass);
    if (request.code.any()) return code_text(listing, request.code, sass);
    return listing_table(listing) + (request.explain ? explanation(listing) : std::string());
}

}  // namespace

int compile(CompileRequest request) {
    const std::string text = read_text(request.file);
    if (request.output)
        require_free_outputs(std::array{NamedFile{"-o", *request.output}},
                             std::array{NamedFile{"the compiled file", request.file}});
    const Target target = find_target(request.device);
    check_gpu(request, target);
    request.inspect.with_code = request.code.any();
    const compiler::Listing listing =
        target.compiler->inspect(compiler::make_source(request.file.string(), text,
                                                       request.file.parent_path(), request.program),
                                 request.inspect);
    for (const Diagnostic& warning : listing.warnings) console::say("{}\n", to_string(warning));
    const std::string output = output_of(request, target, listing);
    if (request.output)
        write_atomically(*request.output, std::string_view(output));
    else
        console::write(output);
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
