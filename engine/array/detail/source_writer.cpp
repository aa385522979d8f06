// SPDX-License-Identifier: MIT
#include <glint/array/detail/source_writer.hpp>

#include <algorithm>
#include <utility>

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
    std::string name = fmt::format("v{}", scope_.value_count++);
    scope_.statements += fmt::format("    const {} {} = {};\n", type.name, name, code);
    return name;
}

std::string SourceWriter::converted(std::string_view name, const ElementType& from,
                                    const ElementType& to) {
    if (from.name == to.name) return std::string(name);
    return fmt::format("convert<{}>({})", to.name, name);
}

void SourceWriter::begin_reduction() {
    ++begun_;
    outer_scopes_.push_back(std::exchange(scope_, {}));
}

// True if two reductions are identical. Reductions with members may differ even if their code is
// equal.
bool SourceWriter::same(std::size_t a, std::size_t b) const {
    const LineReduction &one = reductions_[a], &other = reductions_[b];
    return one.source == other.source && one.text == other.text && one.members.empty() &&
           other.members.empty() && reduced_[a].value == reduced_[b].value &&
           reduced_[a].statements == reduced_[b].statements;
}

std::string SourceWriter::end_reduction(std::string_view value) {
    const std::size_t number = reduced_.size();
    reduced_.push_back({std::move(scope_.statements), std::string(value), scope_.level, 0});
    std::size_t first = 0;
    while (first < number && !same(first, number)) ++first;
    reduced_.back().same_as = first;
    scope_ = std::move(outer_scopes_.back());
    outer_scopes_.pop_back();
    scope_.level = std::max(scope_.level, reduced_.back().level + 1);
    return fmt::format("results.r{}", first);
}

void SourceWriter::declare(std::string_view code) {
    if (!code.empty() && declared_.emplace(code).second) declarations_ += declared_once(code);
}

}  // namespace glint::detail
