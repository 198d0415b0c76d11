// Checks the texts of procedures that it is given, when the tool is built: errors with file, line and column, status 1.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

#include "core/errors.hpp"
#include "emitters/procedures/check_procedure.hpp"
#include "emitters/procedures/read_procedure.hpp"

int main(int count, char** arguments) {
    int status = 0;
    for (int k = 1; k < count; ++k) {
        try {
            std::ifstream in(arguments[k]);
            const std::string text((std::istreambuf_iterator<char>(in)), {});
            lag::procedures::check_procedure(lag::procedures::read_procedure(text, arguments[k]));
        } catch (const lag::InputError& error) {
            for (const lag::Diagnostic& diagnostic : error.diagnostics()) std::cerr << lag::render(diagnostic);
            status = 1;
        } catch (const std::exception& error) {
            std::cerr << arguments[k] << ": " << error.what() << "\n";
            status = 1;
        }
    }
    return status;
}
