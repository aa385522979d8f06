// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/declaration/detail/element_types.hpp>
#include <glint/studio/declaration/detail/syntax.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {

/// Finds the meaning of the parameters of kernels and functions from their names and types. Adds
/// errors to the mistakes of the Reading.
class ArgumentReader {
public:
    /// The kind of function whose parameters are read. For `hosts_kernel`, a kernel that host code
    /// runs, parameters with unknown names are arguments that the host passes.
    enum class Of { kernel, hosts_kernel, function };

    /// All references must outlive the reader.
    ArgumentReader(Reading& reading, const Syntax& syntax, ElementTypes& types, Of of)
        : reading_(reading),
          made_(reading.declaration),
          syntax_(syntax),
          types_(types),
          of_(of),
          is_hosts_(of == Of::hosts_kernel) {}

    /// Returns the structure that a kernel runs over. If `over` is not empty, returns the structure
    /// with this name. Otherwise returns the structure that the kernel writes. If the kernel does
    /// not write a structure, returns the structure that it reads. A kernel that host code runs may
    /// use several structures; it then runs over the first of them. If it does not use a structure,
    /// it runs over the first structure in the file. Returns nullopt after a mistake.
    std::optional<std::size_t> structure_of(const FunctionSyntax& kernel, const std::string& over,
                                            unsigned note_line);
    /// Returns the structure whose field values a function takes. If the function takes only `cell`
    /// or `index`, returns the only structure in the file. Returns nullopt after a mistake.
    std::optional<std::size_t> structure_of_fields(const FunctionSyntax& function);

    std::vector<Argument> of_kernel(const FunctionSyntax& kernel, const DeclaredPass& pass);
    std::vector<Argument> of_function(const FunctionSyntax& function, std::size_t over);

private:
    using Place = Declaration::Place;

    void mistake(unsigned line, std::string message);
    std::vector<Place> places(std::string_view field) const;
    std::vector<Place> places_of_pointer(const Variable& parameter) const;
    std::optional<std::size_t> find_structure(std::string_view name) const;
    std::vector<std::size_t> structures_used(const FunctionSyntax& kernel, bool written) const;

    std::optional<Argument> read(const Variable& parameter, const DeclaredPass& pass);
    std::optional<Argument> read_pointer(const Variable& parameter, const DeclaredPass& pass);
    std::optional<Argument> read_value(const Variable& parameter, std::size_t over);
    std::optional<Argument> read_struct(const Variable& parameter);
    std::optional<Argument> read_number(const Variable& parameter, std::size_t over);
    std::optional<Argument> number_of(const Variable& parameter, Number number,
                                      std::size_t structure);
    bool refuse_dimension(const Variable& parameter, Number number, const Structure& of);
    std::optional<Number> known_number(std::string_view name) const;
    std::optional<Argument> read_field_value(const Variable& parameter, std::size_t over);
    std::optional<Place> choose(const Variable& parameter, const std::vector<Place>& found,
                                std::size_t over);
    void check_pointer(const Variable& parameter, const Argument& argument);
    void check_written_once(const FunctionSyntax& kernel, const std::vector<Argument>& arguments);
    void refuse_ambiguous(const Variable& parameter, const std::vector<Place>& found);
    /// Adds a mistake for each parameter with an unknown name. Returns true if it added any.
    bool refuse_unknown_names(const FunctionSyntax& function);
    /// Returns a host argument if host code runs the kernel. Otherwise adds a mistake and returns
    /// nullopt.
    std::optional<Argument> read_unknown(const Variable& parameter);
    void refuse_unknown(const Variable& parameter);
    std::vector<std::string> known_names() const;
    const Field& field(const Argument& argument) const;

    Reading& reading_;
    Declaration& made_;
    const Syntax& syntax_;
    ElementTypes& types_;
    Of of_;
    bool is_hosts_;
};

}  // namespace glint::studio
