// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/cpu/lowering/lanes/emit/block_places.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_edges.hpp>
#include <glint/cpu/lowering/lanes/emit/votes.hpp>

namespace glint::cpu {

/// Builds the control flow of code for lanes. A branch at which lanes never diverge stays a branch.
/// At other branches, masks record which lanes are active. A loop runs while any lane iterates.
/// After each barrier, a new loop over groups starts.
///
/// The nodes between a node where lanes diverge and the node where they meet again are a chain. The
/// nodes of a chain run one after another, each under the mask of the lanes that reach it.
class Emitter {
public:
    /// `lanes` must not have a mask. It represents all lanes of a group.
    Emitter(const LaneBuilder& lanes, GroupLoops& loops, const Scopes& scopes);

    /// Builds the whole body for one block of threads, at the builder's position.
    void build();

private:
    /// A scope whose code is being built.
    struct Frame {
        const Scope& scope;
        Slot* mask = nullptr;     ///< active lanes; nullptr: all lanes that have a thread
        bool is_whole = false;    ///< true if all lanes are active, so that no mask is needed
        bool in_version = false;  ///< true inside a version of a node; no more versions are built
        llvm::BasicBlock* header = nullptr;  ///< header of the scope's loop
        llvm::BasicBlock* latch = nullptr;   ///< latch, if lanes leave in different iterations
        llvm::BasicBlock* after = nullptr;   ///< block after the scope's code
        Slot* next_mask = nullptr;           ///< lanes that run the next iteration
        bool leaves_by_mask = false;         ///< true if exits set masks; false if exits jump
    };

    // --- scopes and their nodes ---
    void build_scope(Frame& frame);
    void build_node(Frame& frame, unsigned index);
    void build_instructions(const LaneBuilder& lanes, const llvm::BasicBlock& block);
    void branch(Frame& frame, const Node& node, llvm::BasicBlock* skipped);
    void go_to_join(Frame& frame, const Node& node);
    static bool may_be_empty(const Frame& frame);
    llvm::BasicBlock* skip_if_empty(const Node& node, llvm::Value* mask);
    llvm::Value* mask_in(const Frame& frame);

    // --- loops; `mask` contains the lanes that enter the loop ---
    void build_loop(Frame& outer, const Node& node, llvm::Value* mask, bool in_version);
    void build_diverging_loop(Frame frame, llvm::Value* mask);
    void build_uniform_loop(Frame frame, const Node& node, llvm::Value* mask);
    void build_frame(Frame& frame);
    void pass_on_exits(const Node& node);

    // --- barriers, and branches and loops between them ---
    void build_barrier(const LaneBuilder& lanes, const llvm::CallInst& barrier);
    void branch_between_regions(Frame& frame, const llvm::BranchInst& branch,
                                llvm::BasicBlock* skipped);
    void continue_between_regions(Frame& frame, const Edge& edge);
    void store_phis_of_both(const Frame& frame, Edge first, Edge second);
    void enter_together(const Frame& frame, const Node& node, llvm::Value* mask);

    // --- chains of masked nodes ---
    void build_nodes(Frame& frame, llvm::ArrayRef<unsigned> nodes, bool is_part);
    llvm::BasicBlock* skip_if_none(const Frame& frame, unsigned index);
    void build_masked(Frame& frame, unsigned index);
    LikelyConditions build_whole(Frame& frame, const Node& node, llvm::Value* mask,
                                 llvm::BasicBlock* after);
    LaneBuilder assume(const llvm::BasicBlock& block, llvm::ArrayRef<LikelyCondition> answers,
                       llvm::BasicBlock* otherwise);
    void build_guarded(Frame& frame, const Node& node, const LaneBuilder& lanes,
                       llvm::BasicBlock* after);
    void branch_by_mask(const llvm::BasicBlock& block, llvm::Value* mask);

    // --- edges ---
    void take(const Edge& edge, llvm::Value* mask, bool by_mask,
              llvm::BasicBlock* skipped = nullptr);
    void route(std::size_t depth, const Edge& edge, llvm::Value* mask, bool by_mask);
    void repeat(Frame& frame, llvm::Value* mask, bool by_mask);

    const LaneBuilder lanes_;
    llvm::IRBuilder<>& ir_;
    GroupLoops& loops_;
    const Scopes& scopes_;
    BlockPlaces places_;
    LaneEdges edges_;
    Votes votes_;
    std::vector<Frame*> frames_;
};

}  // namespace glint::cpu
