# cpack: a Debian package. ./run package builds it and tries it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lag)
set(CPACK_PACKAGE_VENDOR "the authors of lag")
set(CPACK_PACKAGE_CONTACT "the authors of lag <lag@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "equations of motion of mechanisms as Fortran, C, C++ and Python")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "A script describes a mechanism: bodies, hinges, loads, conditions. lag forms its equations of motion,
 checks them, writes them as fast code that needs no library, and shows the motion at once.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# simulate and compare call compilers
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, gcc, gfortran")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "python3-numpy, python3-scipy")
include(CPack)
