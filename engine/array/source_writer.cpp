#include <glint/array/source_writer.hpp>

#include <fmt/format.h>

namespace glint::detail {

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
    if (!code.empty() && declared_.emplace(code).second) declarations_ += code;
}

}  // namespace glint::detail
