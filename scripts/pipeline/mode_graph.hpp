// Which event leads where: the modes of a model with switched rows, as a picture and as a table for `lag doc`.
//
// A mode is which rows hold. From the flags' first values every event is followed from every mode, whatever its
// function; a flag that gets a value which depends on the motion may be 0 afterwards, or not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/model.hpp"

namespace lag {

struct ModeGraph {
    struct Mode {
        std::string rows;  // the switched constraints that hold: "floor, pin"; "none"
    };
    struct Step {
        std::size_t from = 0, to = 0;  // modes, from 0; different ones
        std::string events;            // "bump, catch"
    };
    std::vector<Mode> modes;  // in the order in which they are reached; the first is that of the start
    std::vector<Step> steps;
    bool is_cut = false;  // there are more modes than are shown
};

// No modes where the model has no switched rows or no events.
ModeGraph mode_graph(const Model& model);

// Where the modes stand in a drawing, on an ellipse, the first at the top; in pixels.
struct ModePlace {
    double x = 0, y = 0;
};
struct ModeDrawing {
    double width = 0, height = 0, box_width = 0, box_height = 0;
    std::vector<ModePlace> centres;  // by mode
    // By step: a curve from border to border that bows to its left, and the place of its label.
    struct Arrow {
        ModePlace from, bend, to, label;
    };
    std::vector<Arrow> arrows;
};
ModeDrawing drawing_of(const ModeGraph& graph);

}  // namespace lag
