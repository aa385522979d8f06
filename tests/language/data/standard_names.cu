// SPDX-License-Identifier: MIT
// Names from standard headers that work the same on every backend.
#include <array>
#include <cfloat>
#include <climits>
#include <limits>
#include <type_traits>
#include <utility>

struct Base {};
struct Derived : Base {};
union Either {
    int i;
    float f;
};
enum class Kind : short { first };

static_assert(std::is_same_v<std::remove_cv_t<const volatile int>, int>);
static_assert(std::is_same_v<std::remove_cvref_t<const int&>, int>);
static_assert(std::is_same_v<std::remove_extent_t<int[3]>, int>);
static_assert(std::is_same_v<std::remove_pointer_t<int* const>, int>);
static_assert(std::is_same_v<std::add_pointer_t<int&>, int*>);
static_assert(std::is_same_v<std::add_const_t<int>, const int>);
static_assert(std::is_same_v<std::add_lvalue_reference_t<int>, int&>);
static_assert(std::is_same_v<std::add_rvalue_reference_t<int>, int&&>);
static_assert(std::is_same_v<std::decay_t<const int[2]>, const int*>);
static_assert(std::is_same_v<std::make_unsigned_t<long>, unsigned long>);
static_assert(std::is_same_v<std::make_signed_t<unsigned char>, signed char>);
static_assert(std::is_same_v<std::underlying_type_t<Kind>, short>);
static_assert(std::is_same_v<std::type_identity_t<float>, float>);
static_assert(std::is_same_v<std::conditional_t<false, int, float>, float>);
static_assert(std::is_same_v<std::enable_if_t<true, int>, int>);
static_assert(std::is_void_v<std::void_t<int>> && std::is_void<void>::value);
static_assert(std::is_integral_v<char> && std::is_floating_point_v<double>);
static_assert(std::is_arithmetic_v<int> && std::is_signed_v<int> && std::is_unsigned_v<unsigned>);
static_assert(std::is_enum_v<Kind> && std::is_class_v<Base> && std::is_union_v<Either>);
static_assert(std::is_empty_v<Base> && std::is_base_of_v<Base, Derived>);
static_assert(std::is_convertible_v<int, float> && std::is_constructible_v<float, int>);
static_assert(std::is_trivially_copyable_v<Either> && std::is_standard_layout_v<Base>);
static_assert(std::is_default_constructible_v<Base>);
static_assert(std::is_const_v<const int> && std::is_volatile_v<volatile int>);
static_assert(std::is_pointer_v<int*> && std::is_array_v<int[2]>);
static_assert(std::is_reference_v<int&> && std::is_lvalue_reference_v<int&>);
static_assert(std::integral_constant<int, 3>()() == 3 && std::true_type::value);
static_assert(std::index_sequence_for<int, float>::size() == 2);
static_assert(std::make_index_sequence<5000>::size() == 5000);

static_assert(std::numeric_limits<int>::max() == INT_MAX && CHAR_BIT == 8);
static_assert(std::numeric_limits<unsigned long long>::max() == ULLONG_MAX);
static_assert(std::numeric_limits<float>::max() == FLT_MAX && FLT_RADIX == 2);
static_assert(std::numeric_limits<double>::denorm_min() == DBL_TRUE_MIN);
static_assert(std::numeric_limits<float>::min_exponent == FLT_MIN_EXP);
static_assert(std::numeric_limits<bool>::digits == 1 && !std::numeric_limits<Base>::is_specialized);

extern "C" __global__ void use_names(int* out) {
    std::array values{3, 1, 2};
    std::swap(values.front(), values.back());
    std::pair both = std::make_pair(values[0], std::exchange(values[1], 7));
    int moved = std::move(both.second);
    out[0] = both.first;                     // 2
    out[1] = moved;                          // 1
    out[2] = std::forward<int&>(values[1]);  // 7
    out[3] = std::numeric_limits<float>::infinity() > FLT_MAX;
}
