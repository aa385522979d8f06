// SPDX-License-Identifier: MIT
#pragma once

// Runtime compilation, from source to kernels.
#include <glint/backend/source/compile_error.hpp>
#include <glint/backend/source/listing.hpp>
#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/argument_list.hpp>
#include <glint/compiler/characterise.hpp>
#include <glint/compiler/compile.hpp>
#include <glint/compiler/compile_ahead.hpp>
#include <glint/compiler/fatbin.hpp>
#include <glint/compiler/kept_modules.hpp>
#include <glint/compiler/linker.hpp>
#include <glint/compiler/loaded_modules.hpp>
#include <glint/compiler/make_source.hpp>
#include <glint/compiler/program.hpp>
#include <glint/compiler/type_names.hpp>
