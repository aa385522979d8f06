// SPDX-License-Identifier: MIT
#include <algorithm>

#include "arithmetic.hpp"
#include "generator.hpp"

/// Statements of kernels that process rows, and the arrays that they use.
namespace glint::fuzz {
namespace {

constexpr int kReach = 3;                 // maximum distance of neighbors along an axis
constexpr std::int64_t kLoaded = 4096;    // bound of the magnitude of a float in memory
constexpr std::int64_t kFromWhole = 511;  // ... of a float computed from an integer's low bits

}  // namespace

// Adds arrays with rows at least as wide as the active range of threads.
void Generator::add_row_arrays() {
    const auto& [x, y, z] = rows_->axes;
    rows_->pitch =
        (random_.chance(50) ? x.threads : x.high + 1) + random_.pick({0, 0, 1, 3, 16, 61});
    rows_->offset = random_.pick({std::int64_t{0}, std::int64_t{1}, std::int64_t{5},
                                  rows_->pitch + kReach, 2 * rows_->pitch});
    rows_->count = rows_->offset + rows_->pitch * (y.threads * z.threads + 1) + kReach;
    rows_->pitch_given = limit(rows_->type, rows_->pitch);
    rows_->offset_given = limit(rows_->type, rows_->offset);
    const int inputs = random_.between(1, 4), outputs = random_.between(1, 3);
    for (int i = 0; i < inputs; ++i) rows_->inputs.push_back(row_array(true));
    for (int i = 0; i < outputs; ++i) rows_->outputs.push_back(row_array(false));
}

// The elements that threads write may lie before, after, or between those they read.
RowArray Generator::row_array(bool read_only) {
    constexpr std::int64_t kNone = RowArray::kNone;
    const std::int64_t all = rows_->count;
    RowArray array{.read = 0};
    if (!read_only)
        array = random_.pick<RowArray>({{.own = 0, .read = kNone},
                                        {.own = 0, .read = kNone},
                                        {.own = all, .read = 0},
                                        {.own = 0, .read = all},
                                        {.step = 2, .own = 0, .read = 1},
                                        {.step = 2, .own = 1, .read = 0}});
    const auto plain = [&](Type type) { return &scalar(type); };
    const auto* layout = random_.pick<const Layout*>(
        {plain(Type::i32), plain(Type::i32), plain(Type::u32), plain(Type::f32), plain(Type::f32),
         plain(Type::f64), plain(Type::u8), plain(Type::i16), plain(Type::i64), plain(Type::u64),
         &cell_layout(), &float4_layout(), &int2_layout()});
    array.variable =
        add({.name = (read_only ? "row_in" : "row_out") + std::to_string(kernel_.variables.size()),
             .space = Space::global,
             .layout = layout,
             .count = static_cast<std::size_t>(array.own == kNone || array.read == kNone ? all
                                                                                         : 2 * all),
             .is_array = true,
             .read_only = read_only});
    return array;
}

// offset + (z * height + y) * pitch + x
ExpressionPtr Generator::element_of(const ExpressionPtr& x, ExpressionPtr y,
                                    const ExpressionPtr& z) {
    const Axis& down = rows_->axes[1];
    if (rows_->axes[2].threads > 1) {
        const ExpressionPtr height = constant(rows_->type, down.threads);
        y = binary(Binary::add, binary(Binary::multiply, z, height), y);
    }
    const ExpressionPtr row = binary(Binary::multiply, y, rows_->pitch_given);
    if (random_.chance(50))
        return binary(Binary::add, binary(Binary::add, row, x), rows_->offset_given);
    return binary(Binary::add, rows_->offset_given, binary(Binary::add, x, row));
}

ExpressionPtr Generator::index_in(const RowArray& array, std::int64_t first,
                                  ExpressionPtr element) {
    if (array.step > 1)
        element = binary(Binary::multiply, element, constant(rows_->type, array.step));
    if (first > 0) element = binary(Binary::add, element, constant(rows_->type, first));
    if (random_.chance(80)) return element;
    return cast(random_.pick({Type::i32, Type::u32, Type::i64, Type::u64}), element);
}

Place Generator::own_place(const RowArray& array) {
    const auto& [x, y, z] = rows_->axes;
    const ExpressionPtr element =
        random_.chance(75) ? get(rows_->element)
                           : element_of(get(x.variable), get(y.variable), get(z.variable));
    const Layout& layout = *kernel_.variables[array.variable].layout;
    return {.variable = array.variable,
            .index = index_in(array, array.own, element),
            .field = random_.between(0, static_cast<int>(layout.fields.size()) - 1)};
}

// A field of element `element` of an array, where no thread writes that element.
Place Generator::place_near(ExpressionPtr element) {
    std::vector<RowArray> readable = rows_->inputs;
    for (const RowArray& array : rows_->outputs)
        if (array.read != RowArray::kNone) readable.push_back(array);
    const RowArray& array = random_.pick(readable);
    const Layout& layout = *kernel_.variables[array.variable].layout;
    return {.variable = array.variable,
            .index = index_in(array, array.read, std::move(element)),
            .field = random_.between(0, static_cast<int>(layout.fields.size()) - 1)};
}

// The position `distance` farther along an axis. Beyond the edges, another valid position replaces
// it; occasionally, it is the position mirrored within the range.
ExpressionPtr Generator::near(const Axis& axis, int distance) {
    const Type type = rows_->type;
    ExpressionPtr at = get(axis.variable);
    const auto whole = [&](std::int64_t value) { return constant(type, value); };
    const auto further = [&] {
        return distance < 0 ? binary(Binary::subtract, at, whole(-distance))
                            : binary(Binary::add, at, whole(distance));
    };
    if (random_.chance(rows_->plain ? 4 : 10))
        return binary(Binary::subtract, limit(type, axis.low + axis.high), at);
    if (distance == 0) return at;
    const std::int64_t size = axis.high + 1;
    if (size >= kReach && random_.chance(rows_->plain ? 1 : 25)) {
        const ExpressionPtr around = limit(type, size);
        return binary(Binary::remainder,
                      binary(Binary::add, at,
                             distance < 0 ? binary(Binary::subtract, around, whole(-distance))
                                          : whole(distance)),
                      around);
    }
    if (distance > 0 && random_.chance(50))
        return binary(Binary::minimum, further(), limit(type, axis.high));
    if (distance > 0)
        return choice(binary(Binary::less, further(), limit(type, size)), further(),
                      limit(type, axis.high));
    if (is_signed(type) && random_.chance(50)) return binary(Binary::maximum, further(), whole(0));
    return choice(binary(Binary::less, at, whole(-distance)), random_.chance(50) ? whole(0) : at,
                  further());
}

// The element of another position, or of the thread's own.
ExpressionPtr Generator::neighbor() {
    const auto& [x, y, z] = rows_->axes;
    const int dx = random_.pick({0, -1, 1, -1, 1, 2, -kReach, kReach});
    const int dy = random_.pick({0, 0, 0, -1, 1});
    const std::int64_t first =
        rows_->offset + (z.low * y.threads + y.low + dy) * rows_->pitch + x.low + dx;
    if (first < 0 || random_.chance(40))
        return element_of(near(x, dx), near(y, dy), get(z.variable));
    ExpressionPtr element = get(rows_->element);
    if (dy != 0)
        element = binary(dy < 0 ? Binary::subtract : Binary::add, element, rows_->pitch_given);
    // Unsigned intermediate results may wrap around.
    if (dx < 0 && (is_signed(rows_->type) || random_.chance(60)))
        return binary(Binary::subtract, element, constant(rows_->type, -dx));
    return dx == 0 ? element : binary(Binary::add, element, constant(rows_->type, dx));
}

bool Generator::row_statement(Context& context) {
    switch (random_.between(0, 14)) {
        case 0:
        case 1:
        case 2: return store_row();
        case 3:
        case 4:
        case 5: return load_row();
        case 6:
        case 7: return sum_of_neighbors();
        case 8: return (!rows_->plain || random_.chance(15)) && loop_along_rows();
        case 9: return copy_row();
        case 10: declare_value(); return true;
        case 11: declare_real(); return true;
        case 12: return (!rows_->plain || random_.chance(20)) && add_atomic();
        case 13: return (!rows_->plain || random_.chance(15)) && uniform_loop(context);
        default: return assign_something();
    }
}

// Stores to the thread's own element; the new value may depend on the old one.
bool Generator::store_row() {
    const Place place = own_place(random_.pick(rows_->outputs));
    const Type type = kernel_.type_of(place);
    ExpressionPtr fresh = stored(type);
    if (is_float(type))
        fresh = kept(type, {binary(Binary::subtract, get(place), fresh), 2 * kLoaded});
    else if (!is_narrow(type))
        fresh = wrapping(random_.pick({Binary::add, Binary::bit_xor, Binary::multiply}), get(place),
                         fresh);
    emit(assign(place, random_.chance(40) ? fresh : stored(type)));
    return true;
}

Real Generator::real_near(Type type, ExpressionPtr element) {
    const ExpressionPtr cell = get(place_near(std::move(element)));
    if (is_float(cell->type)) return {cast(type, cell), kLoaded};
    const ExpressionPtr bits = wrapping(Binary::bit_and, cast(Type::i32, cell), number(kFromWhole));
    return {cast(type, bits), kFromWhole};
}

ExpressionPtr Generator::value_near(Type type, ExpressionPtr element) {
    const ExpressionPtr cell = get(place_near(std::move(element)));
    return cast(type, is_float(cell->type) ? cast(Type::i32, cell) : cell);
}

bool Generator::load_row() {
    const Type type =
        random_.pick({Type::i32, Type::u32, Type::i64, Type::u8, Type::f32, Type::f32, Type::f64});
    if (is_float(type))
        introduce(scalar(type), {.role = Role::real}, kept(type, real_near(type, neighbor())));
    else
        introduce(scalar(type), {.role = Role::value}, value_near(type, neighbor()));
    return true;
}

bool Generator::sum_of_neighbors() {
    const Type type = random_.pick({Type::i32, Type::u32, Type::i64, Type::f32, Type::f32});
    const int count = random_.between(2, 5);
    if (is_float(type)) {
        Real sum = real_near(type, neighbor());
        for (int i = 1; i < count; ++i) {
            const Real other = real_near(type, neighbor());
            sum = {binary(random_.pick({Binary::add, Binary::subtract}), sum.expression,
                          other.expression),
                   sum.bound + other.bound};
        }
        introduce(scalar(type), {.role = Role::real}, kept(type, sum));
        return true;
    }
    ExpressionPtr sum = value_near(type, neighbor());
    for (int i = 1; i < count; ++i)
        sum = wrapping(random_.pick({Binary::add, Binary::bit_xor}), sum,
                       value_near(type, neighbor()));
    introduce(scalar(type), {.role = Role::value}, sum);
    return true;
}

// The element of round `k`, and the maximum number of rounds. Rounds start from the thread's own
// element, or from the start of its row or column.
std::pair<ExpressionPtr, int> Generator::element_in_round(const ExpressionPtr& k) {
    constexpr std::int64_t kMax = 8;
    const auto& [x, y, z] = rows_->axes;
    const ExpressionPtr deep = get(z.variable);
    switch (random_.between(0, 2)) {
        case 0: return {binary(Binary::add, get(rows_->element), k), kReach + 1};
        case 1:
            return {element_of(k, get(y.variable), deep),
                    static_cast<int>(std::min(kMax, rows_->pitch))};
        default:
            return {element_of(get(x.variable), k, deep),
                    static_cast<int>(std::min(kMax, y.threads))};
    }
}

// Generates a loop with the same number of rounds in every thread.
bool Generator::loop_along_rows() {
    const Type type = random_.pick({Type::i32, Type::u32, Type::i64, Type::f32});
    const int sum = local(scalar(type)), k = local(scalar(Type::i32));
    const auto [element, most] = element_in_round(cast(rows_->type, get(k)));
    const ExpressionPtr count = random_.chance(50)
                                    ? limit(Type::i32, random_.between(0, most))
                                    : binary(Binary::minimum, uniform().expression, number(most));
    const ExpressionPtr next =
        is_float(type) ? binary(Binary::add, get(sum), real_near(type, element).expression)
                       : wrapping(Binary::add, get(sum), value_near(type, element));
    emit(declare(sum, constant(type, 0)));
    emit(for_loop(k, number(0), binary(Binary::less, get(k), count),
                  binary(Binary::add, get(k), number(1)), {assign({.variable = sum}, next)}));
    if (is_float(type))
        introduce(scalar(type), {.role = Role::real}, kept(type, {get(sum), most * kLoaded}));
    else
        visible_.push_back({.variable = sum, .role = Role::value});
    return true;
}

// Copies a whole element in one statement.
bool Generator::copy_row() {
    const RowArray& to = random_.pick(rows_->outputs);
    for (const RowArray& from : rows_->inputs) {
        if (kernel_.variables[from.variable].layout != kernel_.variables[to.variable].layout)
            continue;
        emit(copy({.variable = to.variable, .index = own_place(to).index},
                  {.variable = from.variable, .index = index_in(from, from.read, neighbor())}));
        return true;
    }
    return false;
}

}  // namespace glint::fuzz
