// Files of standard input data (SID) of flexible bodies, lagrange/elastic/sid.hpp:
//
//     3  2 : any text
//     part
//        new modal =
//           refmod                   mass, nelastq, ielastq(k)           end refmod
//           frame
//              new node = 6022       rframe, origin, phi, psi, AP        end node
//           end frame
//           mdCM                     order, nrow, ncol, nq, nqn, structure, m0(i, j), m1(i, k, j)      end mdCM
//           J, Ct, Cr, Me, Gr, Ge, Oe, ksigma, Ke, De likewise
//        end modal
//     end part
//
// Numbers may have a D before their exponent. structure: 0 zero, 1 diagonal, 2 symmetric, 3 any, 4 the unit matrix.
#pragma once

#include <string>

#include "lagrange/elastic/sid.hpp"

namespace lag {

// ModelError "file:line: .." at what cannot be read.
Sid read_sid(const std::string& file);

}  // namespace lag
