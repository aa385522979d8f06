// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Structs of all lanes as memory has them, word by word, in as many pieces as a struct has words;
/// each piece has as many words as there are lanes.
class Pieces {
public:
    Pieces(const LaneBuilder& lanes, unsigned word_bytes, unsigned words)
        : lanes_(lanes), word_bytes_(word_bytes), words_(words) {}

    void add(llvm::Value* piece) { pieces_.push_back(piece); }

    /// A member of all lanes, as a whole number.
    llvm::Value* take(unsigned word, unsigned count) const;
    /// The words of such a number.
    llvm::Value* word_of(llvm::Value* number, unsigned word) const;
    /// Words of all lanes, one vector for each, become pieces.
    void put_together(llvm::ArrayRef<llvm::Value*> words);

    /// From where lane 0's struct is on, and others one after another.
    void load(llvm::Value* first);
    void store(llvm::Value* first) const;

private:
    unsigned bits() const { return 8 * word_bytes_; }
    // Structs of words may lie anywhere that words may.
    llvm::Align alignment() const { return llvm::Align(word_bytes_); }
    llvm::Type* type() const { return lanes_.values.lanes_of(lanes_.ir.getIntNTy(bits())); }
    llvm::Value* take_word(unsigned word) const;
    llvm::Value* place(llvm::Value* first, unsigned piece) const;
    llvm::Value* mask_of(unsigned piece) const;

    const LaneBuilder& lanes_;
    unsigned word_bytes_;
    unsigned words_;
    std::vector<llvm::Value*> pieces_;
};

/// How many bytes `load_each` reads at most.
inline constexpr unsigned kMostStructBytes = 64;

/// Keeps the addresses of all lanes in memory for `load_each`. Lanes that do not run get some that
/// can be read.
llvm::AllocaInst* keep_addresses(const LaneBuilder& lanes, llvm::Value* pointers);

/// How many words each struct has in the pieces that `load_each` makes: a power of two.
unsigned room_of(unsigned words);

/// Loads structs of so many words one by one. `place` says where one is, from its kept address.
using PlaceOfStruct = llvm::function_ref<llvm::Value*(llvm::Value* address)>;
Pieces load_each(const LaneBuilder& lanes, llvm::AllocaInst* addresses, unsigned word_bytes,
                 unsigned words, PlaceOfStruct place);

}  // namespace glint::cpu
