# lag_emit(<target> <script.lag> LANGUAGE cpp|c|fortran|fortran77|python [OUTPUT <file>...] [DEFINES <name=value>...])
#
# Runs the script when <target> is built and whenever the script, a file it loads or lag itself has changed, writes what
# it emits in that language and nothing else, and adds it to <target>: a C++ or C header by its folder in the include
# path, a Fortran module or Fortran 77 subroutines as a source. A Python module is written when <target> is built; its
# folder becomes the target's property LAG_PYTHON_PATH. The names of the emitted files are read from the script's emit
# statements; where these are computed, give them as OUTPUT. Files go to the build folder, nowhere else.
function(lag_emit target script)
  cmake_parse_arguments(PARSE_ARGV 2 LAG "" "LANGUAGE" "OUTPUT;DEFINES")
  if(LAG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lag_emit: unknown arguments: ${LAG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT LAG_LANGUAGE MATCHES "^(cpp|c|fortran|fortran77|python)$")
    message(FATAL_ERROR "lag_emit: LANGUAGE is cpp, c, fortran, fortran77 or python, not '${LAG_LANGUAGE}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "lag_emit: there is no target '${target}': add it before")
  endif()
  get_filename_component(script "${script}" ABSOLUTE)
  if(NOT EXISTS "${script}")
    message(FATAL_ERROR "lag_emit: there is no script ${script}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${script}")  # its emit statements may change

  set(wanted)    # files in the language asked for
  if(LAG_OUTPUT)
    set(wanted ${LAG_OUTPUT})
  else()
    file(READ "${script}" text)
    string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" " " text "${text}")  # comments
    string(REGEX MATCHALL "emit[ \t\r\n]*\\([ \t\r\n]*[a-z0-9]+[ \t\r\n]*,[ \t\r\n]*\"[^\"]+\"" calls "${text}")
    foreach(call IN LISTS calls)
      string(REGEX MATCH "\\([ \t\r\n]*([a-z0-9]+)[ \t\r\n]*,[ \t\r\n]*\"([^\"]+)\"" parts "${call}")
      if(CMAKE_MATCH_1 STREQUAL LAG_LANGUAGE)
        list(APPEND wanted "${CMAKE_MATCH_2}")
      endif()
    endforeach()
  endif()
  if(NOT wanted)
    message(FATAL_ERROR "lag_emit: ${script} has no statement emit(${LAG_LANGUAGE}, \"file\"): add one, or give OUTPUT")
  endif()

  set(others)  # what stands beside them: the C source of a Python module
  if(LAG_LANGUAGE STREQUAL "python")
    list(TRANSFORM wanted REPLACE "\\.py$" "")
    set(others ${wanted})
    list(TRANSFORM wanted APPEND ".py")
    list(TRANSFORM others APPEND ".c")
  endif()
  get_filename_component(stem "${script}" NAME_WE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/lag_emit/${target}/${stem}_${LAG_LANGUAGE}")
  list(TRANSFORM wanted PREPEND "${folder}/")
  list(TRANSFORM others PREPEND "${folder}/")
  set(defines)
  foreach(define IN LISTS LAG_DEFINES)
    list(APPEND defines --define "${define}")
  endforeach()
  list(GET wanted 0 first)
  set(more ${wanted})
  list(REMOVE_AT more 0)
  add_custom_command(
    OUTPUT "${first}"
    BYPRODUCTS ${more} ${others}
    COMMAND lag::lag "${script}" --quiet --language "${LAG_LANGUAGE}" --out "${folder}" --depfile "${folder}/script.d" --depfile-target "${first}" ${defines}
    COMMAND "${CMAKE_COMMAND}" -E touch "${first}"
    DEPENDS "${script}" lag::lag
    DEPFILE "${folder}/script.d"
    COMMENT "lag ${stem}.lag"
    VERBATIM)
  target_sources(${target} PRIVATE ${wanted})
  set_source_files_properties(${wanted} PROPERTIES GENERATED TRUE)
  foreach(file IN LISTS more)
    set_source_files_properties("${file}" PROPERTIES OBJECT_DEPENDS "${first}")
  endforeach()
  if(LAG_LANGUAGE STREQUAL "python")
    set_property(TARGET ${target} APPEND PROPERTY LAG_PYTHON_PATH "${folder}")
  endif()
  if(LAG_LANGUAGE MATCHES "^(cpp|c)$")
    target_include_directories(${target} PRIVATE "${folder}")
  endif()
endfunction()
