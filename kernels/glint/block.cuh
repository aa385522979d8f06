// SPDX-License-Identifier: MIT
// All operations of a block of threads: includes all block_*.cuh headers.
#pragma once

#include <glint/block_compact.cuh>
#include <glint/block_exchange.cuh>
#include <glint/block_histogram.cuh>
#include <glint/block_memory.cuh>
#include <glint/block_merge_sort.cuh>
#include <glint/block_radix_sort.cuh>
#include <glint/block_reduce.cuh>
#include <glint/block_scan.cuh>
