#include <glint/cpu/source_compiler.hpp>

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/codegen/generate.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/frontend/front_end.hpp>
#include <glint/cpu/frontend/prelude_files.hpp>
#include <glint/cpu/lowering/lower.hpp>

namespace glint::cpu {

std::string SourceCompiler::identity() const {
    return front_end_version() + ", " + host_target().identity() + ", prelude " + prelude_hash() +
           ", image format " + std::to_string(kImageVersion);
}

compiler::Binary SourceCompiler::compile(const compiler::Source& given) const {
    compiler::Source source = given;
    if (source.name.empty()) source.name = "kernel.cu";
    ParsedSource parsed = parse(source);
    LoweredModule lowered = lower(parsed, source.name);
    Image image{.target = host_target().identity(),
                .kernels = std::move(lowered.kernels),
                .globals = std::move(lowered.globals),
                .object = generate_object(*parsed.module, source.debug, source.name)};
    return {.image = write_image(image),
            .symbols = std::move(parsed.symbols),
            .warnings = std::move(parsed.warnings)};
}

}  // namespace glint::cpu
