# find_package(lag) -> the imported program lag::lag and the function lag_emit.
include("${CMAKE_CURRENT_LIST_DIR}/lagTargets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/lagEmit.cmake")
