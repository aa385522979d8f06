// SPDX-License-Identifier: MIT
#include "types.hpp"

#include <array>

namespace glint::fuzz {
namespace {

struct TypeFacts {
    const char* name;
    std::size_t size;
    bool is_float;
    bool is_signed;
};

constexpr std::array<TypeFacts, 9> kFacts{{{"bool", 1, false, false},
                                           {"unsigned char", 1, false, false},
                                           {"short", 2, false, true},
                                           {"int", 4, false, true},
                                           {"unsigned int", 4, false, false},
                                           {"long long", 8, false, true},
                                           {"unsigned long long", 8, false, false},
                                           {"float", 4, true, true},
                                           {"double", 8, true, true}}};

const TypeFacts& facts(Type type) { return kFacts[static_cast<std::size_t>(type)]; }

Layout make_layout(const std::string& name, std::vector<Field> fields) {
    Layout layout{.name = name, .fields = std::move(fields), .size = 0};
    for (Field& field : layout.fields) {
        field.offset = layout.size;
        layout.size += size_bytes(field.type);
    }
    return layout;
}

std::vector<Layout> make_scalars() {
    std::vector<Layout> scalars;
    for (std::size_t i = 0; i < kFacts.size(); ++i)
        scalars.push_back(make_layout(kFacts[i].name, {{"", static_cast<Type>(i), 0}}));
    return scalars;
}

}  // namespace

std::size_t size_bytes(Type type) { return facts(type).size; }
std::string name_of(Type type) { return facts(type).name; }
bool is_float(Type type) { return facts(type).is_float; }
bool is_signed(Type type) { return facts(type).is_signed; }
bool is_narrow(Type type) { return facts(type).size < 4; }

const Layout& scalar(Type type) {
    static const std::vector<Layout> scalars = make_scalars();
    return scalars[static_cast<std::size_t>(type)];
}

const Layout& int2_layout() {
    static const Layout layout = make_layout("int2", {{"x", Type::i32, 0}, {"y", Type::i32, 0}});
    return layout;
}

const Layout& float4_layout() {
    static const Layout layout = make_layout(
        "float4",
        {{"x", Type::f32, 0}, {"y", Type::f32, 0}, {"z", Type::f32, 0}, {"w", Type::f32, 0}});
    return layout;
}

const Layout& cell_layout() {
    static const Layout layout = make_layout("Cell", {{"a", Type::i32, 0},
                                                      {"b", Type::f32, 0},
                                                      {"c", Type::i16, 0},
                                                      {"d", Type::u8, 0},
                                                      {"e", Type::u8, 0}});
    return layout;
}

const Layout& wide_layout() {
    static const Layout layout =
        make_layout("Wide", {{"a", Type::i64, 0}, {"b", Type::i32, 0}, {"c", Type::u32, 0}});
    return layout;
}

std::string layout_definitions() {
    std::string text;
    for (const Layout* layout : {&cell_layout(), &wide_layout()}) {
        text += "struct " + layout->name + " {\n";
        for (const Field& field : layout->fields)
            text += "    " + name_of(field.type) + " " + field.name + ";\n";
        text += "};\n";
    }
    return text;
}

}  // namespace glint::fuzz
