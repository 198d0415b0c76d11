// One HTML file that shows a motion: the mechanism in 3-D beside its curves. It holds all that it needs and asks for
// nothing from anywhere. It opens from disk in browsers that have WebGL; without WebGL it shows the curves.
#pragma once

#include <string>
#include <vector>

#include "scripts/command/page/contact_marks.hpp"
#include "scripts/command/page/scene.hpp"

namespace lag {

// What the page draws over time: as many values as the scene has frames.
struct PageCurve {
    std::string name, unit, text;
    std::vector<double> values;
    bool shown = false;  // from the beginning; else on request
};

// Something that happened at a time: a mark beside the curves.
struct PageMark {
    double t = 0;
    std::string text;
};

// Deterministic text. `contacts`: may be empty. `note`: a line below the title, such as what the frames leave out; may be empty.
std::string page_text(const Scene& scene, const std::vector<SceneContact>& contacts,
                      const std::vector<PageCurve>& curves, const std::vector<PageMark>& marks,
                      const std::string& note);

// Frames of a run of `rows` rows: all, or evenly chosen ones with the last, at most most_frames.
constexpr std::size_t most_frames = 1001;
std::vector<std::size_t> chosen_frames(std::size_t rows);
std::string note_on_frames(std::size_t frames, std::size_t rows);

// The curves of these names are there from the beginning; without any, the first ones of `otherwise`.
void show_first(std::vector<PageCurve>& curves, const std::vector<std::string>& shown,
                const std::vector<std::string>& otherwise);

}  // namespace lag
