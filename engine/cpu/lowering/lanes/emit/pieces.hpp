// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// The structs of all lanes in memory order, as a sequence of words that is divided into vectors
/// (pieces). There are as many pieces as a struct has words. Each piece has as many words as there
/// are lanes.
class Pieces {
public:
    Pieces(const LaneBuilder& lanes, unsigned word_bytes, unsigned words)
        : lanes_(lanes), word_bytes_(word_bytes), words_(words) {}

    void add(llvm::Value* piece) { pieces_.push_back(piece); }

    /// Returns `count` words of each lane's struct, from `word` on, as a vector of integers.
    llvm::Value* take(unsigned word, unsigned count) const;
    /// Extracts one word of each such integer.
    llvm::Value* word_of(llvm::Value* number, unsigned word) const;
    /// Builds the pieces from the words of all lanes, one vector for each word.
    void put_together(llvm::ArrayRef<llvm::Value*> words);

    /// Loads or stores the pieces consecutively, starting at lane 0's struct.
    void load(llvm::Value* first);
    void store(llvm::Value* first) const;

private:
    unsigned bits() const { return 8 * word_bytes_; }
    // Structs of words have the alignment of words.
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

/// Largest struct, in bytes, that `load_each` reads.
inline constexpr unsigned kMaxStructBytes = 64;

/// Stores the addresses of all lanes in memory for `load_each`. Inactive lanes get addresses that
/// can be read.
llvm::AllocaInst* store_addresses(const LaneBuilder& lanes, llvm::Value* pointers);

/// Number of words per struct in the pieces that `load_each` makes: a power of two.
unsigned room_of(unsigned words);

/// Loads structs of `words` words one by one. `place` computes an address from the stored one.
using PlaceOfStruct = llvm::function_ref<llvm::Value*(llvm::Value* address)>;
Pieces load_each(const LaneBuilder& lanes, llvm::AllocaInst* addresses, unsigned word_bytes,
                 unsigned words, PlaceOfStruct place);

}  // namespace glint::cpu
