#include <glint/studio/views/pane_choices.hpp>

#include <utility>

namespace glint::studio {

Shown seen(Shown shown, const Look& look) {
    Display& display = shown.display;
    if (look.range == Look::Range::values) display.range.reset();
    if (look.range == Look::Range::fixed && look.high > look.low)
        display.range = {static_cast<double>(look.low), static_cast<double>(look.high)};
    if (look.is_logarithmic) display.logarithmic = *look.is_logarithmic;
    if (display.logarithmic && display.range && display.range->first <= 0) display.range.reset();
    if (look.colormap) display.colormap = *look.colormap;
    if (look.view) shown.view = *look.view;
    return shown;
}

}  // namespace glint::studio
