// The two writers of a Document.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scripts/files/markup.hpp"
#include "scripts/pipeline/document.hpp"

namespace lag {

namespace {

std::string tex(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\textbackslash{}";
        else if (c == '^')
            result += "\\textasciicircum{}";
        else if (c == '~')
            result += "\\textasciitilde{}";
        else if (std::string("&%$#_{}").find(c) != std::string::npos)
            result += std::string("\\") + c;
        else
            result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result;
}

std::string number(std::size_t n) {
    return std::to_string(n);
}

constexpr std::size_t longest_name = 24;

std::string shortened(const std::string& name) {
    return name.size() <= longest_name ? name : name.substr(0, longest_name - 3) + "...";
}

// The place in `tree` of the node that each one hangs on; the root's own for itself.
std::vector<std::size_t> parents_of(const std::vector<TreeNode>& tree) {
    std::vector<std::size_t> parents(tree.size(), 0);
    for (std::size_t k = 1; k < tree.size(); ++k) {
        std::size_t p = k;
        while (p > 0 && tree[p - 1].depth >= tree[k].depth) --p;
        parents[k] = p == 0 ? 0 : p - 1;
    }
    return parents;
}

// -- HTML

void write_tree(Markup& page, const std::vector<TreeNode>& tree) {
    constexpr std::size_t step = 28, line = 26, left = 10;
    const std::vector<std::size_t> parents = parents_of(tree);
    std::size_t widest = 0;
    for (const TreeNode& node : tree) widest = std::max(widest, node.depth * step + node.text.size() * 8 + 40);
    page.open("div", {{"class", "wide"}});
    page.open("svg", {{"class", "tree"},
                      {"role", "img"},
                      {"aria-label", "tree of bodies"},
                      {"width", number(widest)},
                      {"height", number(tree.size() * line + 6)}})
        .line();
    for (std::size_t k = 0; k < tree.size(); ++k) {
        const std::size_t x = left + tree[k].depth * step, y = 14 + k * line;
        if (k > 0) {
            const std::size_t px = left + tree[parents[k]].depth * step, py = 14 + parents[k] * line;
            page.empty("path", {{"d", fmt::format("M{} {}V{}H{}", number(px), number(py), number(y), number(x))}})
                .line();
        }
        page.empty("circle", {{"cx", number(x)}, {"cy", number(y)}, {"r", "5"}}).line();
        page.element("text", {{"x", number(x + 12)}, {"y", number(y + 5)}}, tree[k].text).line();
    }
    page.close().close().line();
}

void write_picture(Markup& page, const PatternPicture& picture) {
    const std::size_t rows = picture.cells.size(), columns = rows == 0 ? 0 : picture.cells[0].size();
    const std::size_t cell = rows > 60 ? 6 : 14;
    std::size_t label = 4;
    for (const std::string& name : picture.rows)
        if (cell > 10) label = std::max(label, shortened(name).size() * 8 + 12);
    const std::string width = number(label + columns * cell + 4), height = number(rows * cell + 4);
    const auto rectangle = [&](const char* kind, std::size_t x, std::size_t y, std::size_t wide, std::size_t high) {
        page.empty("rect", {{"class", kind},
                            {"x", number(x)},
                            {"y", number(y)},
                            {"width", number(wide)},
                            {"height", number(high)}})
            .line();
    };
    page.open("figure").open("svg", {{"class", "pattern"},
                                     {"role", "img"},
                                     {"aria-label", picture.title},
                                     {"width", width},
                                     {"height", height},
                                     {"viewBox", fmt::format("0 0 {} {}", width, height)}});
    page.line();
    rectangle("frame", label, 1, columns * cell + 2, rows * cell + 2);
    for (std::size_t i = 0; i < rows; ++i) {
        if (label > 4)
            page.element("text", {{"x", number(label - 6)}, {"y", number(i * cell + cell - 1)}, {"text-anchor", "end"}},
                         shortened(picture.rows[i]))
                .line();
        for (std::size_t j = 0; j < columns; ++j)
            if (picture.cells[i][j] != 0)
                rectangle(picture.cells[i][j] == 1 ? "entry" : "fill", label + 1 + j * cell, 2 + i * cell, cell - 1,
                          cell - 1);
    }
    page.close().line().element("figcaption", picture.title).close().line();
}

void write_table(Markup& page, const std::vector<std::vector<std::string>>& rows) {
    page.open("div", {{"class", "wide"}}).open("table").line();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        page.open("tr");
        for (const std::string& cell : rows[r]) page.element(r == 0 ? "th" : "td", cell);
        page.close().line();
    }
    page.close().close().line();
}

void write_equations(Markup& page, const std::vector<ShownEquation>& equations) {
    page.open("table", {{"class", "equations"}}).line();
    for (const ShownEquation& e : equations) {
        page.open("tr").element("td", e.left).element("td", "=");
        page.open("td").element("code", e.text).close().close().line();
    }
    page.close().line();
}

// The numbers of a drawing, to a tenth of a pixel.
std::string pixels(double x) {
    const long tenths = std::lround(10 * x);
    return std::to_string(tenths / 10) + (tenths % 10 == 0 ? "" : "." + std::to_string(std::abs(tenths % 10)));
}

void write_modes(Markup& page, const ModeGraph& graph) {
    const ModeDrawing drawing = drawing_of(graph);
    const std::string width = pixels(drawing.width), height = pixels(drawing.height);
    page.open("div", {{"class", "wide"}});
    page.open("svg", {{"class", "modes"},
                      {"role", "img"},
                      {"aria-label", "modes and events"},
                      {"width", width},
                      {"height", height},
                      {"viewBox", fmt::format("0 0 {} {}", width, height)}})
        .line();
    page.open("defs").open("marker", {{"id", "arrow"},
                                      {"viewBox", "0 0 8 8"},
                                      {"refX", "7"},
                                      {"refY", "4"},
                                      {"markerWidth", "8"},
                                      {"markerHeight", "8"},
                                      {"orient", "auto"}});
    page.empty("path", {{"class", "head"}, {"d", "M0 0L8 4L0 8Z"}}).close().close().line();
    for (std::size_t k = 0; k < graph.steps.size(); ++k) {
        const auto& [from, bend, to, label] = drawing.arrows[k];
        page.empty("path", {{"class", "step"},
                            {"d", fmt::format("M{} {}Q{} {} {} {}", pixels(from.x), pixels(from.y), pixels(bend.x),
                                              pixels(bend.y), pixels(to.x), pixels(to.y))},
                            {"marker-end", "url(#arrow)"}})
            .line();
        page.element("text", {{"x", pixels(label.x)}, {"y", pixels(label.y)}, {"text-anchor", "middle"}},
                     graph.steps[k].events)
            .line();
    }
    for (std::size_t k = 0; k < graph.modes.size(); ++k) {
        const ModePlace& centre = drawing.centres[k];
        page.empty("rect", {{"class", k == 0 ? "mode first" : "mode"},
                            {"x", pixels(centre.x - drawing.box_width / 2)},
                            {"y", pixels(centre.y - drawing.box_height / 2)},
                            {"width", pixels(drawing.box_width)},
                            {"height", pixels(drawing.box_height)},
                            {"rx", "8"}})
            .line();
        page.element("text", {{"x", pixels(centre.x)}, {"y", pixels(centre.y + 5)}, {"text-anchor", "middle"}},
                     graph.modes[k].rows)
            .line();
    }
    page.close().close().line();
}

void write_block(Markup& page, const Block& block) {
    switch (block.kind) {
        case Block::Kind::heading:
            page.element("h2", block.text).line();
            break;
        case Block::Kind::paragraph:
            page.element("p", block.text).line();
            break;
        case Block::Kind::table:
            write_table(page, block.rows);
            break;
        case Block::Kind::equations:
            write_equations(page, block.equations);
            break;
        case Block::Kind::pictures:
            page.open("div", {{"class", "pictures"}}).line();
            for (const PatternPicture& picture : block.pictures) write_picture(page, picture);
            page.close().line();
            break;
        case Block::Kind::tree:
            write_tree(page, block.tree);
            break;
        case Block::Kind::modes:
            write_modes(page, block.modes);
            break;
        case Block::Kind::drawing:
            page.open("figure").line().verbatim(block.svg.c_str()).line();
            page.element("figcaption", block.text).close().line();
            break;
    }
}

constexpr const char* style_sheet =
    "body { font: 16px/1.45 sans-serif; max-width: 72em; margin: 2em auto; padding: 0 1em; color: #1c2733; }\n"
    "h1, h2 { line-height: 1.2; } h2 { margin-top: 1.8em; border-bottom: 1px solid #c8d2dc; }\n"
    "table { border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: 0.2em 0.8em; }\n"
    "th { background: #e8eef4; } tr:nth-child(odd) td { background: #f6f8fa; }\n"
    "table.equations td { background: none; } table.equations td:first-child { white-space: nowrap; }\n"
    " code { font: 14px/1.4 monospace; overflow-wrap: anywhere; }\n"
    ".wide { overflow-x: auto; } .pictures { display: flex; flex-wrap: wrap; gap: 2em; } figure { margin: 0; }\n"
    "svg.pattern { max-width: 100%; height: auto; } svg text { font: 13px sans-serif; fill: #1c2733; }\n"
    ".tree path { fill: none; stroke: #7d8fa1; } .tree circle { fill: #1f5f99; }\n"
    ".modes .mode { fill: #f6f8fa; stroke: #7d8fa1; } .modes .first { stroke: #1f5f99; stroke-width: 2.5; }\n"
    ".modes .step { fill: none; stroke: #1f5f99; } .modes .head { fill: #1f5f99; }\n"
    ".pattern .frame { fill: none; stroke: #7d8fa1; } .pattern .entry { fill: #1f5f99; }\n"
    ".pattern .fill { fill: #e0a36b; }\n"
    "@media (max-width: 40em) { body { margin: 1em auto; } .wide table { width: max-content; } .wide td { "
    "max-width: 60vw; }\n"
    " table.equations td { display: inline-block; padding: 0.1em 0.3em; } table.equations tr { display: block; } "
    "}\n";

// -- LaTeX

// Lines may break after operators.
std::string breakable(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '*' || c == '(' || c == '/' || c == ',') result += "\\allowbreak{}";
    }
    return result;
}

// Columns with long cells share the width and break their lines.
std::string latex_table(const std::vector<std::vector<std::string>>& rows) {
    constexpr std::size_t long_cell = 22;
    std::vector<std::size_t> longest(rows[0].size(), 0);
    for (const auto& row : rows)
        for (std::size_t k = 0; k < row.size(); ++k) longest[k] = std::max(longest[k], row[k].size());
    std::vector<bool> is_long;
    std::size_t wide = 0, taken = 0;  // hundredths of a line that the others take: about as many as characters
    for (const std::size_t characters : longest) {
        is_long.push_back(characters > long_cell);
        wide += is_long.back() ? 1 : 0;
        taken += is_long.back() ? 3 : characters + 3;
    }
    const std::size_t share = (taken < 70 ? 100 - taken : 30) / std::max<std::size_t>(wide, 1);
    std::string text = "{\\small\\begin{longtable}{";
    for (const bool breaks : is_long)
        text += breaks ? fmt::format("p{{0.{}{}\\linewidth}}", share < 10 ? "0" : "", number(share)) : std::string("l");
    text += "}\n";
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t k = 0; k < rows[r].size(); ++k) {
            const std::string cell = breakable(tex(rows[r][k]));
            text += fmt::format("{}{}{}", k > 0 ? " & " : "", is_long[k] ? "\\raggedright " : "",
                                r == 0 ? fmt::format("\\textbf{{{}}}", cell) : cell);
        }
        text += r == 0 ? "\\tabularnewline\\hline\\noalign{\\smallskip}\n" : "\\tabularnewline\n";
    }
    return text + "\\end{longtable}}\n";
}

std::string latex_tree(const std::vector<TreeNode>& tree) {
    const std::vector<std::size_t> parents = parents_of(tree);
    std::string text = "\\begin{verbatim}\n";
    for (std::size_t k = 0; k < tree.size(); ++k) {
        std::string line;
        for (std::size_t d = 1; d < tree[k].depth; ++d) {
            bool goes_on = false;  // does the ancestor at depth d have a later sibling?
            for (std::size_t m = k + 1; m < tree.size() && tree[m].depth >= d; ++m)
                goes_on = goes_on || tree[m].depth == d;
            line += goes_on ? "|   " : "    ";
        }
        if (k > 0) line += "+-- ";
        text += fmt::format("{}{}\n", line, tree[k].text);
    }
    return text + "\\end{verbatim}\n";
}

std::string latex_picture(const PatternPicture& picture) {
    const std::size_t rows = picture.cells.size(), columns = rows == 0 ? 0 : picture.cells[0].size();
    const std::string unit = rows > 60 ? "1pt" : "4pt", dark = rows > 60 ? "1pt" : "3.6pt",
                      light = rows > 60 ? "0.5pt" : "1.6pt";
    std::string text = fmt::format(
        "\\begin{{minipage}}{{0.48\\linewidth}}\\centering\\setlength{{\\unitlength}}{{{}}}\\begin{{picture}}({},{})\n",
        unit, number(columns), number(rows));
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            if (picture.cells[i][j] != 0) {
                const std::string& size = picture.cells[i][j] == 1 ? dark : light;
                text +=
                    fmt::format("\\put({},{}){{\\rule{{{}}}{{{}}}}}\n", number(j), number(rows - 1 - i), size, size);
            }
    return fmt::format("{}\\end{{picture}}\\\\[1ex]\n{}\\end{{minipage}}\n", text, tex(picture.title));
}

std::string latex_modes(const ModeGraph& graph) {
    std::string text = "\\begin{verbatim}\n";
    for (std::size_t k = 0; k < graph.modes.size(); ++k) {
        text += fmt::format("[{}]{}\n", graph.modes[k].rows, k == 0 ? "  start" : "");
        for (const ModeGraph::Step& step : graph.steps)
            if (step.from == k) text += fmt::format("    --- {} --> [{}]\n", step.events, graph.modes[step.to].rows);
    }
    return text + "\\end{verbatim}\n";
}

constexpr std::size_t widest_formula = 260;  // characters of TeX that surely fit a line

std::string latex_block(const Block& block) {
    std::string text;
    switch (block.kind) {
        case Block::Kind::heading:
            return fmt::format("\\section*{{{}}}\n", tex(block.text));
        case Block::Kind::paragraph:
            return tex(block.text) + "\n\n";
        case Block::Kind::table:
            return latex_table(block.rows);
        case Block::Kind::equations:
            for (const ShownEquation& e : block.equations)
                text += e.tex.empty() || e.tex.size() > widest_formula
                            ? fmt::format("\\noindent ${}$ = {{\\small\\ttfamily\\raggedright {}\\par}}\n", e.left_tex,
                                          breakable(tex(e.text)))
                            : fmt::format("\\[ {} = {} \\]\n", e.left_tex, e.tex);
            return text;
        case Block::Kind::pictures:
            for (const PatternPicture& picture : block.pictures) text += latex_picture(picture) + "\\par\\medskip\n";
            return text;
        case Block::Kind::tree:
            return latex_tree(block.tree);
        case Block::Kind::modes:
            return latex_modes(block.modes);
        case Block::Kind::drawing:
            return text;
    }
    return text;
}

}  // namespace

std::string html_text(const Document& document) {
    Markup page;
    page.verbatim("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).line().open("head").line();
    page.lone("meta", {{"charset", "utf-8"}}).line();
    page.lone("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}).line();
    page.element("title", document.title).line();
    page.open("style").line().verbatim(style_sheet).close().line();
    page.close().line().open("body").line().element("h1", document.title).line();
    for (const Block& block : document.blocks) write_block(page, block);
    page.close().line().close().line();
    return page.finished();
}

std::string latex_text(const Document& document) {
    std::string text = fmt::format(
        "\\documentclass{{article}}\n"
        "\\usepackage[utf8]{{inputenc}}\n"
        "\\usepackage{{amsmath,longtable}}\n"
        "\\usepackage[margin=2cm]{{geometry}}\n"
        "\\begin{{document}}\n"
        "\\title{{{}}}\\date{{}}\n"
        "\\maketitle\n",
        tex(document.title));
    for (const Block& block : document.blocks) text += latex_block(block);
    return text + "\\end{document}\n";
}

}  // namespace lag
