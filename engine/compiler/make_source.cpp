#include <glint/compiler/make_source.hpp>

#include <glint/base/files.hpp>

namespace glint::compiler {

Source make_source(std::string name, std::string text, const std::filesystem::path& folder,
                   const ProgramOptions& options) {
    Source source;
    source.name = std::move(name);
    source.text = std::move(text);
    source.instantiations = options.instantiations;
    source.defines = options.defines;
    source.fast_math = options.fast_math;
    source.debug = options.debug;
    source.cpu_lowering = options.cpu_lowering;
    if (!folder.empty()) source.include_folders.push_back(folder.string());
    for (const std::filesystem::path& extra : options.include_folders)
        source.include_folders.push_back(extra.string());
    source.include_folders.push_back(resource("kernels").string());
    return source;
}

}  // namespace glint::compiler
