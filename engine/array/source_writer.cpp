#include <glint/array/source_writer.hpp>

#include <fmt/format.h>

#include <glint/base/files.hpp>

namespace glint::detail {

std::string declared_once(std::string_view code) {
    const bool is_an_include = code.starts_with("#include") && code.find('\n') + 1 == code.size();
    if (code.empty() || is_an_include) return std::string(code);
    return fmt::format("#ifndef GLINT_DECLARED_{0}\n#define GLINT_DECLARED_{0}\n{1}\n#endif\n",
                       content_hash(code), code);
}

std::string SourceWriter::scalar(const ElementType& type) {
    declare(type.header);
    scalars_.push_back(type);
    return fmt::format("operands.scalars.s{}", scalars_.size() - 1);
}

std::string SourceWriter::together(const ElementType& type, std::string_view call) {
    declare(type.header);
    together_.push_back({type, array_count_++, std::string(call)});
    return fmt::format("inputs.t{}", together_.size() - 1);
}

std::string SourceWriter::define(const ElementType& type, std::string_view code) {
    declare(type.header);
    std::string name = fmt::format("v{}", value_count_++);
    statements_ += fmt::format("    const {} {} = {};\n", type.name, name, code);
    return name;
}

std::string SourceWriter::converted(std::string_view name, const ElementType& from,
                                    const ElementType& to) {
    if (from.name == to.name) return std::string(name);
    return fmt::format("convert<{}>({})", to.name, name);
}

void SourceWriter::declare(std::string_view code) {
    if (!code.empty() && declared_.emplace(code).second) declarations_ += declared_once(code);
}

}  // namespace glint::detail
