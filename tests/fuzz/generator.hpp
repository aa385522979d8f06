// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "ast.hpp"
#include "build_ast.hpp"
#include "generator_context.hpp"

namespace glint::fuzz {

/// Generates a legal kernel. The same seed gives the same kernel on every machine if the same
/// compiler built this program.
Kernel generate(std::uint64_t seed);

/// SplitMix64. Standard distributions are not used, because they differ between libraries.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    /// A number from `low` to `high`, inclusive.
    int between(int low, int high);
    bool chance(int percent) { return between(1, 100) <= percent; }
    template <class T>
    T pick(std::initializer_list<T> list) {
        return list.begin()[between(0, static_cast<int>(list.size()) - 1)];
    }
    template <class T>
    const T& pick(const std::vector<T>& list) {
        return list[static_cast<std::size_t>(between(0, static_cast<int>(list.size()) - 1))];
    }

private:
    std::uint64_t state_;
};

class Generator {
public:
    explicit Generator(std::uint64_t seed);
    Kernel run();

private:
    using Role = Visible::Role;

    // The outline of the kernel
    void choose_shape();
    int add(Variable variable);
    int local(const Layout& layout, std::size_t count = 0);
    int parameter(const std::string& name, std::int64_t value);
    void add_inputs();
    void add_outputs();
    void add_accumulators();
    int add_slots(const char* name, Type type);
    void add_shared();
    void add_shared_array(const Layout& layout, bool small, bool dynamic);
    void add_tables();
    void start_body();
    int counter(const char* name, const Layout& layout, ExpressionPtr first, std::int64_t high);
    void add_lane();
    void number_by_place();
    void number_by_block();
    std::pair<ExpressionPtr, ExpressionPtr> place_in_grid();
    void initialize_shared();
    void finish_body();
    ExpressionPtr sum_of_whole();
    ExpressionPtr sum_of_reals();
    ExpressionPtr linear(Builtin x, Builtin y, Builtin z, bool of_blocks);

    // Kernels that process rows of elements
    void choose_rows();
    void add_row_arrays();
    RowArray row_array(bool read_only);
    void number_by_rows();
    ExpressionPtr place_along(std::size_t axis);
    void hide(int variable);
    ExpressionPtr limit(Type type, std::int64_t value);
    void add_limits(Axis& axis, std::vector<ExpressionPtr>& inside);
    ExpressionPtr upper_limit(const Axis& axis, Type type, std::int64_t high);
    std::vector<ExpressionPtr> inside_of_rows();
    void guarded(std::vector<ExpressionPtr> inside, const std::function<void()>& body);
    void body_inside();
    void body_by_rows();
    ExpressionPtr element_of(const ExpressionPtr& x, ExpressionPtr y, const ExpressionPtr& z);
    Place own_place(const RowArray& array);
    Place place_near(ExpressionPtr element);
    ExpressionPtr index_in(const RowArray& array, std::int64_t first, ExpressionPtr element);
    ExpressionPtr near(const Axis& axis, int distance);
    ExpressionPtr neighbor();
    Real real_near(Type type, ExpressionPtr element);
    ExpressionPtr value_near(Type type, ExpressionPtr element);
    /// True if expressions should be short, so that the compiler needs no branch around them.
    bool is_short() const { return perhaps_ > 0 && is_plain(); }
    bool is_plain() const { return rows_ && rows_->plain && !in_function_; }
    bool stands_in_rows() const { return rows_ && rows_->element >= 0 && !in_function_; }
    bool row_statement(Context& context);
    bool store_row();
    bool load_row();
    bool sum_of_neighbors();
    std::pair<ExpressionPtr, int> element_in_round(const ExpressionPtr& k);
    bool loop_along_rows();
    bool copy_row();

    // Functions
    void add_functions();
    int add_function(Function function);
    int value_parameter(const Layout& layout);
    int pointer_parameter(const Layout& layout, std::size_t count);
    void add_plain_function();
    void add_record_function();
    void add_array_function();
    void add_recursive_function();
    void add_exchange_function();
    void add_warp_function();
    void function_body(Function& function, bool has_template_value);

    // Expressions
    ExpressionPtr get(Place place) { return load(kernel_, std::move(place)); }
    ExpressionPtr get(int variable) { return load(kernel_, {.variable = variable}); }
    ExpressionPtr value(Type type, int depth = 0);
    /// Returns the result of `make`, for an expression that is evaluated only conditionally.
    template <class Make>
    auto perhaps(Make&& make);
    ExpressionPtr leaf(Type type);
    ExpressionPtr divided(Type type, int depth);
    ExpressionPtr shifted(Type type, int depth);
    ExpressionPtr bits(Type type, int depth);
    ExpressionPtr special(Type type);
    ExpressionPtr wild(Type type, int depth);
    ExpressionPtr from_wild(Type type, int depth);
    ExpressionPtr from_memory(Type type);
    Bounded bounded(int depth = 0);
    Bounded bounded_leaf();
    Bounded bounded_operation(int depth);
    Real real(Type type, int depth = 0);
    Real real_leaf(Type type);
    Real one_of(Type type, int depth);
    Real cut_off(Type type, const Real& a, const Real& b);
    ExpressionPtr whole(Type type) { return kept(type, real(type)); }
    /// Returns `given` as a float that may be stored: its magnitude is limited.
    static ExpressionPtr kept(Type type, const Real& given);
    ExpressionPtr condition(int depth = 0);
    Bounded uniform();
    ExpressionPtr uniform_condition();
    ExpressionPtr index(std::size_t count);
    ExpressionPtr shaped_index(ExpressionPtr index);
    ExpressionPtr own_index(const OutBuffer& buffer);
    ExpressionPtr own_shared(const SharedState& state);
    ExpressionPtr stored(Type type);  ///< a value of any scalar type
    Place any_place(int variable);
    std::vector<const Visible*> having(std::initializer_list<Role> roles) const;

    // Statements
    void statements(Context& context, int least, int most);
    void statement(Context& context);
    bool plain_statement(Context& context);
    bool control_statement(Context& context);
    bool meeting_statement(Context& context);
    void emit(Statement statement) { block_->push_back(std::move(statement)); }
    /// The statements that `body` emits. Variables that it declares go out of scope afterward.
    template <class Body>
    Block nested(Body&& body);

    /// Declares a variable, initialized with `first` or zeros, which later statements may use.
    int introduce(const Layout& layout, Visible as, ExpressionPtr first = nullptr,
                  std::size_t count = 0);
    bool declare_something(Context& context);
    void declare_value();
    void declare_real();
    void declare_uniform();
    void declare_counter();
    void declare_array();
    void declare_record();
    bool assign_something();
    bool assign_uniform(Context& context);
    bool store_out();
    bool touch_array();
    bool touch_record();
    bool add_atomic();
    bool count_slots();
    bool call_something();
    std::optional<Argument> argument_for(const Variable& parameter);
    bool make_lambda(Context& context);

    bool divergent_branch(Context& context);
    bool uniform_branch(Context& context);
    struct LanePart;
    LanePart some_lanes();
    bool lane_branch(Context& context);
    bool warp_branch(Context& context);
    bool uniform_loop(Context& context);
    bool divergent_loop(Context& context);
    Statement counted_down(Context inner, int counter);
    bool stride_loop(Context& context);
    bool waiting_loop(Context& context);
    Block waiting_round(Context inner, int rest, int going);
    bool divergent_switch(Context& context);
    Block loop_body(Context inner, int counter, std::int64_t high);
    bool leave_loop(Context& context);
    bool return_early(Context& context);

    bool barrier(Context& context);
    bool barrier_vote(Context& context);
    bool exchange(Context& context);
    SharedState* exchanged_array();
    bool has_full_warps() const { return kernel_.shape.threads() % 32 == 0; }
    bool warp_operation(Context& context);
    void add_operands(Statement& operation);
    void add_shuffle_operands(Statement& shuffle);
    void forget_absent_lanes(const Statement& shuffle);
    bool warp_exchange(Context& context);
    bool call_warp_function(Context& context);
    ExpressionPtr shuffle_source(const Statement& statement);
    bool store_shared();
    bool shared_atomic();
    void next_phase();
    /// Restores which uses of shared memory are allowed. Adds a barrier first if threads have
    /// synchronized since `before`.
    void back_to(const std::vector<SharedState>& before);
    bool same_phases(const std::vector<SharedState>& other) const;

    Random random_;
    Kernel kernel_;
    Block* block_ = nullptr;
    std::vector<Visible> visible_;
    std::vector<SharedState> shared_;
    std::vector<OutBuffer> outputs_;
    std::vector<Accumulator> accumulators_;
    std::vector<int> inputs_;
    std::vector<int> exchange_functions_, warp_functions_, plain_functions_;
    unsigned meetings_ = 0;  // barriers emitted so far
    int thread_ = -1, global_ = -1, lane_ = -1;
    int slots_ = -1, slot_sum_ = -1;
    std::optional<Rows> rows_;
    int perhaps_ = 0;        // number of enclosing expressions that may skip the current one
    bool by_place_ = false;  // threads are numbered by rows of the grid, regardless of blocks
    bool exited_ = false;    // threads may have returned from the kernel
    bool has_template_value_ = false;
    bool in_function_ = false;
};

template <class Body>
Block Generator::nested(Body&& body) {
    Block block;
    Block* outer = block_;
    const std::size_t seen = visible_.size();
    block_ = &block;
    body();
    block_ = outer;
    visible_.resize(seen);
    return block;
}

template <class Make>
auto Generator::perhaps(Make&& make) {
    ++perhaps_;
    auto made = make();
    --perhaps_;
    return made;
}

}  // namespace glint::fuzz
