// Elements that expressions reach by indices which other values tell.
#pragma once

namespace glint::expression {

/// What an index means that is not from 0 to the extent.
enum class OutOfRange {
    clamp,  ///< the nearest one that there is
    wrap,   ///< counted on from the other end: -1 is the last one
};

template <OutOfRange mode>
__device__ inline long long place_of(long long index, long long extent) {
    if (static_cast<unsigned long long>(index) < static_cast<unsigned long long>(extent))
        return index;
    if (mode == OutOfRange::clamp) return index < 0 ? 0 : extent - 1;
    const long long rest = index % extent;
    return rest < 0 ? rest + extent : rest;
}

/// Elements of `Count` dimensions, of which `offset`, that other dimensions add, leaves the first.
template <class T, int Count>
struct Table {
    T* data;
    long long extents[Count];
    long long strides[Count];

    template <OutOfRange mode, class... Indices>
    __device__ T read(long long offset, Indices... given) const {
        const long long indices[Count] = {static_cast<long long>(given)...};
#pragma unroll
        for (int i = 0; i < Count; ++i)
            offset += place_of<mode>(indices[i], extents[i]) * strides[i];
        return data[offset];
    }

    /// Null where there is no such element.
    template <class... Indices>
    __device__ T* find(long long offset, Indices... given) const {
        const long long indices[Count] = {static_cast<long long>(given)...};
#pragma unroll
        for (int i = 0; i < Count; ++i) {
            if (static_cast<unsigned long long>(indices[i]) >=
                static_cast<unsigned long long>(extents[i]))
                return nullptr;
            offset += indices[i] * strides[i];
        }
        return data + offset;
    }
};

/// Both give whether there is such an element.
template <class T>
__device__ inline bool set_element(T* element, T value) {
    if (element) *element = value;
    return element != nullptr;
}
template <class T>
__device__ inline bool add_to_element(T* element, T value) {
    // Integers of 64 bits have one atomic addition, whatever their sign.
    using Long = unsigned long long;
    if constexpr (T(1) / T(2) == T(0) && sizeof(T) == 8) {
        if (element) atomicAdd(reinterpret_cast<Long*>(element), static_cast<Long>(value));
    } else {
        if (element) atomicAdd(element, value);
    }
    return element != nullptr;
}

}  // namespace glint::expression
