// What a model is, for people: a list of blocks, and its two writers. HTML is one file without network; LaTeX needs the
// standard classes and amsmath.
#pragma once

#include <string>
#include <vector>

#include "core/model.hpp"
#include "scripts/pipeline/mode_graph.hpp"

namespace lag {

// n x m cells: 0 empty, 1 an entry, 2 an entry that only elimination makes.
struct PatternPicture {
    std::string title;
    std::vector<std::string> rows;  // names; may be empty
    std::vector<std::vector<int>> cells;
};

struct TreeNode {
    std::string text;
    std::size_t depth = 0;
};

// "name = expression": in the script's own syntax and in TeX. `tex` is empty where it is too long to read.
struct ShownEquation {
    std::string left, left_tex, text, tex;
};

struct Block {
    enum class Kind { heading, paragraph, table, equations, pictures, tree, modes, drawing };
    Kind kind = Kind::paragraph;
    std::string text;                            // heading, paragraph; of a drawing: its caption
    std::vector<std::vector<std::string>> rows;  // table; the first row is the head
    std::vector<ShownEquation> equations;
    std::vector<PatternPicture> pictures;
    std::vector<TreeNode> tree;  // in the order of drawing
    ModeGraph modes = {};
    std::string svg = {};  // drawing: a whole element; in HTML alone
};

struct Document {
    std::string title;
    std::vector<Block> blocks;
};

// Bodies and hinges, coordinates, speeds, parameters, loads, constraints, the equations stage by stage, the patterns of
// M, B and L before and after ordering, operation counts. ModelError as the stages throw it.
Document document_of(const Model& model);

std::string html_text(const Document& document);
std::string latex_text(const Document& document);

}  // namespace lag
