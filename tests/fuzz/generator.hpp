#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "ast.hpp"
#include "build_ast.hpp"

namespace glint::fuzz {

/// A legal kernel: the same for the same seed, on every machine.
Kernel generate(std::uint64_t seed);

/// SplitMix64: the standard's distributions differ from library to library.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint64_t next();
    /// From `low` to `high`, both included.
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

/// An int expression and between what it lies.
struct Bounded {
    ExpressionPtr expression;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// A float expression, always a whole number, and how large it may be.
struct Real {
    ExpressionPtr expression;
    std::int64_t bound = 0;
};

/// A variable that statements here may name.
struct Visible {
    enum class Role { value, real, bounded, uniform, counter, array, record };

    int variable = -1;
    Role role = Role::value;
    std::int64_t low = 0;  ///< of what is bounded
    std::int64_t high = 0;
    bool uniform = false;  ///< the same in all threads of the block
};

struct SharedState;

/// What holds where a statement stands.
struct Context {
    bool together = true;               ///< every living thread of the block is here
    std::uint32_t lanes = 0xffffffffu;  ///< in each warp that is here; 0 if that is not known
    bool may_leave = false;             ///< break and continue are legal for any thread
    bool may_leave_together = false;    ///< ... for all threads at once
    bool in_lambda = false;
    const Layout* returns = nullptr;
    /// How the loop around here uses shared memory when it starts; null if it never meets.
    const std::vector<SharedState>* loop_phases = nullptr;
    bool may_exit = true;  ///< threads may return here: no warp operation comes back behind it
    int depth = 0;
    long trips = 1;  ///< about how often this is reached
};

/// How threads may use a shared array until the next barrier.
struct SharedState {
    enum class Phase { read, own, atomic };

    int variable = -1;
    Phase phase = Phase::own;
    int mapping = 0;  ///< which element is whose while each has its own
    Atomic operation = Atomic::add;
    bool small = false;  ///< fewer elements than threads, so that nobody owns one
};

/// A buffer in which each thread of the grid owns four elements.
struct OutBuffer {
    int variable = -1;
    int mapping = 0;
};

/// An array that threads change by one kind of atomic operation only.
struct Accumulator {
    int variable = -1;
    Atomic operation = Atomic::add;
    int operand = 1;  ///< where the operation commutes for one operand only
};

class Generator {
public:
    explicit Generator(std::uint64_t seed);
    Kernel run();

private:
    using Role = Visible::Role;

    // The kernel's frame.
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
    std::pair<ExpressionPtr, ExpressionPtr> place_in_grid();
    void initialise_shared();
    void finish_body();
    ExpressionPtr sum_of_whole();
    ExpressionPtr sum_of_reals();
    ExpressionPtr linear(Builtin x, Builtin y, Builtin z, bool of_blocks);

    // Functions.
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

    // Expressions.
    ExpressionPtr get(Place place) { return load(kernel_, std::move(place)); }
    ExpressionPtr get(int variable) { return load(kernel_, {.variable = variable}); }
    ExpressionPtr value(Type type, int depth = 0);
    ExpressionPtr leaf(Type type);
    ExpressionPtr divided(Type type, int depth);
    ExpressionPtr shifted(Type type, int depth);
    ExpressionPtr bits(Type type, int depth);
    ExpressionPtr from_memory(Type type);
    Bounded bounded(int depth = 0);
    Bounded bounded_leaf();
    Bounded bounded_operation(int depth);
    Real real(Type type, int depth = 0);
    Real real_leaf(Type type);
    Real cut_off(Type type, const Real& a, const Real& b);
    ExpressionPtr whole(Type type);  ///< a float that may be stored: small, and no minus zero
    ExpressionPtr condition(int depth = 0);
    Bounded uniform();
    ExpressionPtr uniform_condition();
    ExpressionPtr index(std::size_t count);
    ExpressionPtr shaped_index(ExpressionPtr index);
    ExpressionPtr own_index(const OutBuffer& buffer);
    ExpressionPtr own_shared(const SharedState& state);
    ExpressionPtr stored(Type type);  ///< of any scalar type
    Place any_place(int variable);
    std::vector<const Visible*> having(std::initializer_list<Role> roles) const;

    // Statements.
    void statements(Context& context, int least, int most);
    void statement(Context& context);
    bool plain_statement(Context& context);
    bool control_statement(Context& context);
    bool meeting_statement(Context& context);
    void emit(Statement statement) { block_->push_back(std::move(statement)); }
    /// What `body` emits, with the variables that it declares going out of sight.
    template <class Body>
    Block nested(Body&& body);

    /// Declares a variable, with `first` or all zero, that statements may name from here on.
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
    /// Threads meet once more if they met since `before`, and use shared memory as they did then.
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
    bool by_place_ = false;  // threads are numbered by rows of the grid, and know no blocks
    bool exited_ = false;    // whether threads may have returned from the kernel
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

}  // namespace glint::fuzz
