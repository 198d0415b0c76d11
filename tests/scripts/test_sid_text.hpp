// A file of standard input data (SID): the beam of length 1 along x, 840 kg/m, EIz = 1680, with the shapes x^2 and x^3
// along y, whose integrals are short decimal numbers. Node 7 is its clamped end, node 3 stands at 0.3.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace lag {

struct SidText {
    std::string name;
    int rows = 0, columns = 0;
    std::vector<std::string> numbers;  // "m0(1, 2) = 3"
    int structure = 3;

    std::string text() const {
        std::ostringstream out;
        bool first = false;
        for (const std::string& number : numbers) first = first || number.starts_with("m1");
        out << "  " << name << "\n    order = " << (first ? 1 : 0) << "\n    nrow = " << rows
            << "\n    ncol = " << columns
            << "\n    nq = 2\n    nqn = 0\n    structure = " << (numbers.empty() && structure == 3 ? 0 : structure)
            << "\n";
        for (const std::string& number : numbers) out << "    " << number << "\n";
        out << "  end " << name << "\n";
        return out.str();
    }
};

inline std::string beam_as_sid() {
    const auto text_of = [](const std::vector<SidText>& all) {
        std::string text;
        for (const SidText& one : all) text += one.text();
        return text;
    };
    const std::string nodes =
        "frame\n new node = 7\n  rframe = body ref\n" +
        text_of({{"origin", 3, 1, {}}, {"phi", 3, 2, {}}, {"psi", 3, 2, {}}, {"AP", 3, 3, {}, 4}}) +
        " end node\n new node = 3\n  rframe = body ref\n" +
        text_of({{"origin", 3, 1, {"m0(1, 1) = 3.0D-01", "m1(2, 1, 1) = 0.09", "m1(2, 2, 1) = .027"}},
                 {"phi",
                  3,
                  2,
                  {"m0(2, 1) = 9.0d-2", "m0(2, 2) = 0.027", "m1(1, 1, 1) = -0.036", "m1(1, 1, 2) = -0.01215",
                   "m1(1, 2, 1) = -0.01215", "m1(1, 2, 2) = -0.004374"}},
                 {"psi", 3, 2, {"m0(3, 1) = 0.6", "m0(3, 2) = 0.27"}},
                 {"AP",
                  3,
                  3,
                  {"m1(2, 1, 1) = 0.6", "m1(1, 1, 2) = -0.6", "m1(2, 2, 1) = 0.27", "m1(1, 2, 2) = -0.27"},
                  4}}) +
        " end node\nend frame\n";
    const std::string blocks = text_of(
        {{"mdCM", 3, 1, {"m0(1, 1) = 420", "m1(2, 1, 1) = 280", "m1(2, 2, 1) = 210"}},
         {"J", 6, 1, {"m0(2, 1) = 280", "m0(3, 1) = 280", "m1(4, 1, 1) = -210", "m1(4, 2, 1) = -168"}},
         {"Ct",
          2,
          3,
          {"m0(1, 2) = 280", "m0(2, 2) = 210", "m1(1, 1, 1) = -280", "m1(1, 2, 1) = -252", "m1(2, 1, 1) = -252",
           "m1(2, 2, 1) = -252"}},
         {"Cr", 2, 3, {"m0(1, 3) = 210", "m0(2, 3) = 168"}},
         {"Me", 2, 2, {"m0(1, 1) = 168", "m0(1, 2) = 140", "m0(2, 2) = 120"}, 2},
         {"Gr", 3, 6, {"m0(2, 1) = -420", "m0(2, 4) = -336"}},
         {"Ge", 2, 6, {}},
         {"Oe",
          2,
          6,
          {"m0(1, 4) = 210", "m0(2, 4) = 168", "m1(1, 1, 1) = -168", "m1(1, 2, 1) = -140", "m1(2, 1, 1) = -140",
           "m1(2, 2, 1) = -120", "m1(1, 1, 2) = 224", "m1(1, 2, 2) = 210", "m1(2, 1, 2) = 210", "m1(2, 2, 2) = 216",
           "m1(1, 1, 3) = 56", "m1(1, 2, 3) = 70", "m1(2, 1, 3) = 70", "m1(2, 2, 3) = 96"}},
         {"ksigma", 2, 1, {}},
         {"Ke", 2, 2, {"m0(1, 1) = 6720", "m0(1, 2) = 1.008D+04", "m0(2, 1) = 10080", "m0(2, 2) = 20160"}},
         {"De", 2, 2, {}}});
    return "    2    2 : a beam with two shapes\n part\n new modal =\n refmod\n  mass = 8.40D+02\n  nelastq = 2\n"
           "  ielastq (   1) = x^2\n end refmod\n" +
           nodes + blocks + " end modal\nend part\n";
}

// The same beam.
inline const std::string beam_of_sid =
    "beam = [axis = x, length = 1, EIz = 1680, rhoA = 840, modes = [bend_y = 2], shapes = polynomial]";

}  // namespace lag
