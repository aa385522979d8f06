#pragma once

#include <map>
#include <vector>

#include <glint/cpu/lowering/lanes/analyse/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Builds the control flow of lanes: real branches where all lanes of a group go one way, masks
/// where they part, loops that go on while any lane does, and a new loop over groups behind every
/// barrier.
///
/// Where lanes part, the blocks up to the place where they meet again (a chain) run one after
/// another, each under the mask of the lanes that come to it. Every edge into such a block, and
/// every edge out of a loop that lanes leave one by one, has a slot with the lanes that took it;
/// a phi has a slot that edges write and its block reads.
class Emitter {
public:
    Emitter(LaneBuilder& lanes, GroupLoops& loops, const Scopes& scopes);

    /// Builds the whole body where the builder stands, for one block of threads.
    void build();

private:
    /// A scope while its code is being built.
    struct Frame {
        const Scope& scope;
        Slot* mask = nullptr;   ///< of the lanes that run it; nullptr for all that have a thread
        bool is_whole = false;  ///< whether no mask is needed beside that
        llvm::BasicBlock* header = nullptr;  ///< of a loop
        llvm::BasicBlock* latch = nullptr;   ///< of a loop that lanes leave one by one
        llvm::BasicBlock* after = nullptr;   ///< where the code of the scope ends
        Slot* next_mask = nullptr;           ///< the lanes that go round again
        bool leaves_by_mask = false;         ///< whether exits set masks, rather than jump
    };

    // --- scopes and their nodes ---
    void build_scope(Frame& frame);
    void build_node(Frame& frame, unsigned index);
    void build_instructions(const llvm::BasicBlock& block);
    void build_barrier(const llvm::BasicBlock& block);
    void add_vote(llvm::Value* vote);
    llvm::Value* count_votes(const llvm::Value& predicate);
    llvm::Value* may_hold(const llvm::Value& condition);
    void branch(Frame& frame, const Node& node, llvm::BasicBlock* skipped);
    void branch_between_regions(Frame& frame, const llvm::BranchInst& branch,
                                llvm::BasicBlock* skipped);
    void go_on_between_regions(Frame& frame, const Edge& edge);
    void store_phis_of_both(const Frame& frame, Edge first, Edge second);
    static bool can_wait(const Frame& frame, const Edge& edge);
    static bool ends(const Frame& frame, const Edge& edge);
    void go_to_join(Frame& frame, const Node& node);
    static bool may_be_empty(const Frame& frame);
    llvm::BasicBlock* skip_if_empty(const Node& node);
    void meet(llvm::BasicBlock* skipped);

    // --- loops ---
    void build_loop(Frame& outer, const Node& node);
    void build_diverging_loop(const Node& node);
    void build_uniform_loop(Frame& outer, const Node& node, bool may_be_skipped);
    void enter_together(const Frame& frame, const Node& node);
    void prepare_exits(const Node& node);
    void pass_on_exits(const Node& node);

    // --- chains of masked nodes ---
    void build_chain(Frame& frame, unsigned splitter);
    void prepare_chain(Frame& frame, unsigned splitter);
    void clear_edges(const Scope& scope, const Node& node);
    void build_nodes(Frame& frame, llvm::ArrayRef<unsigned> nodes, bool is_part);
    bool has_guard(const Scope& scope, llvm::ArrayRef<unsigned> nodes) const;
    bool gains_from_skipping(const Scope& scope, llvm::ArrayRef<unsigned> nodes) const;
    llvm::BasicBlock* skip_if_none(const Frame& frame, unsigned index);
    void build_masked(Frame& frame, unsigned index);
    void build_whole(Frame& frame, const Node& node, llvm::BasicBlock* after);
    void assume(const llvm::BasicBlock& block, llvm::ArrayRef<UsualAnswer> answers,
                llvm::BasicBlock* otherwise);
    void assume_nothing();
    void build_guarded(Frame& frame, const Node& node, llvm::BasicBlock* after);
    bool gains_from_whole(const Node& node) const;
    void build_masked_body(Frame& frame, const Node& node);
    llvm::Value* mask_of(const Frame& frame, unsigned index);
    bool needs_guard(const Node& node) const;
    void branch_by_mask(const llvm::BasicBlock& block);

    // --- edges ---
    void take(const Edge& edge, llvm::Value* mask, bool by_mask,
              llvm::BasicBlock* skipped = nullptr);
    void route(std::size_t depth, const Edge& edge, llvm::Value* mask, bool by_mask);
    void repeat(Frame& frame, llvm::Value* mask, bool by_mask);
    enum class Which { all, readable_later, others };
    void store_phis(const Edge& edge, llvm::Value* mask, Which which = Which::all);
    bool is_header(const llvm::BasicBlock& block) const;
    void forget_phis(const llvm::BasicBlock& block);

    // --- places ---
    llvm::BasicBlock* new_block(const llvm::Twine& name);
    llvm::BasicBlock* block_of(const llvm::BasicBlock* old);
    void go_to(llvm::BasicBlock* block);
    void stand_in(llvm::BasicBlock* block);
    Slot& edge_slot(const Edge& edge, const Scope& scope);
    Slot& new_mask_slot(const llvm::Twine& name);
    void clear(Slot& slot);
    void add_to(Slot& slot, llvm::Value* mask);
    llvm::Value* mask_in(const Frame& frame);
    llvm::Value* or_full(llvm::Value* mask) const;

    LaneBuilder& lanes_;
    llvm::IRBuilder<>& ir_;
    GroupLoops& loops_;
    const Scopes& scopes_;
    llvm::AllocaInst* votes_ = nullptr;       // of a barrier that counts
    llvm::AllocaInst* some_enter_ = nullptr;  // whether any lane enters a loop with barriers
    bool in_version_ = false;                 // whether the code being built may be built once more
    std::vector<Frame*> frames_;
    std::map<const llvm::BasicBlock*, llvm::BasicBlock*> blocks_;
    std::map<std::pair<Edge, const Scope*>, Slot*> edge_slots_;
};

}  // namespace glint::cpu
