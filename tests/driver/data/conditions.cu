// Kernels that control how a graph executes.
#include <glint/graph.cuh>

extern "C" __global__ void choose(cudaGraphConditionalHandle condition, const unsigned int* value) {
    cudaGraphSetConditional(condition, *value);
}

extern "C" __global__ void count_down(cudaGraphConditionalHandle condition, unsigned int* left) {
    *left -= 1;
    cudaGraphSetConditional(condition, *left);
}

extern "C" __global__ void add(unsigned int value, unsigned int* to) { *to += value; }
