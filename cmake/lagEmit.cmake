# lag_emit(<target> <script.lag> LANGUAGE cpp|fortran [OUTPUT <file>...] [DEFINES <name=value>...])
#
# Runs the script when <target> is built and whenever the script, a file it loads or lag itself has changed, and adds
# what it emits in that language to <target>: a C++ header by its folder in the include path, a Fortran module as a
# source. The names of the emitted files are read from the script's emit statements; where these are computed, give them
# as OUTPUT. Files go to the build folder, nowhere else.
function(lag_emit target script)
  cmake_parse_arguments(PARSE_ARGV 2 LAG "" "LANGUAGE" "OUTPUT;DEFINES")
  if(LAG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "lag_emit: unknown arguments: ${LAG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT LAG_LANGUAGE MATCHES "^(cpp|fortran)$")
    message(FATAL_ERROR "lag_emit: LANGUAGE is cpp or fortran, not '${LAG_LANGUAGE}'")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "lag_emit: there is no target '${target}': add it before")
  endif()
  get_filename_component(script "${script}" ABSOLUTE)
  if(NOT EXISTS "${script}")
    message(FATAL_ERROR "lag_emit: there is no script ${script}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${script}")  # its emit statements may change

  set(all)       # every file that the script writes
  set(wanted)    # those in the language asked for
  if(LAG_OUTPUT)
    set(wanted ${LAG_OUTPUT})
    set(all ${LAG_OUTPUT})
  else()
    file(STRINGS "${script}" lines REGEX "emit *\\(")
    foreach(line IN LISTS lines)
      string(REGEX MATCHALL "emit *\\( *[a-z0-9]+ *, *\"[^\"]+\"" calls "${line}")
      foreach(call IN LISTS calls)
        string(REGEX REPLACE "emit *\\( *([a-z0-9]+) *, *\"([^\"]+)\"" "\\1;\\2" parts "${call}")
        list(GET parts 0 language)
        list(GET parts 1 file)
        list(APPEND all "${file}")
        if(language STREQUAL LAG_LANGUAGE)
          list(APPEND wanted "${file}")
        endif()
      endforeach()
    endforeach()
  endif()
  if(NOT wanted)
    message(FATAL_ERROR "lag_emit: ${script} has no statement emit(${LAG_LANGUAGE}, \"file\"): add one, or give OUTPUT")
  endif()

  get_filename_component(stem "${script}" NAME_WE)
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/lag_emit/${target}/${stem}_${LAG_LANGUAGE}")
  list(TRANSFORM all PREPEND "${folder}/")
  list(TRANSFORM wanted PREPEND "${folder}/")
  set(defines)
  foreach(define IN LISTS LAG_DEFINES)
    list(APPEND defines --define "${define}")
  endforeach()
  list(GET all 0 first)
  list(REMOVE_AT all 0)
  add_custom_command(
    OUTPUT "${first}"
    BYPRODUCTS ${all}
    COMMAND lag::lag "${script}" --quiet --out "${folder}" --depfile "${folder}/script.d" --depfile-target "${first}" ${defines}
    COMMAND "${CMAKE_COMMAND}" -E touch "${first}"
    DEPENDS "${script}" lag::lag
    DEPFILE "${folder}/script.d"
    COMMENT "lag ${stem}.lag"
    VERBATIM)
  target_sources(${target} PRIVATE "${first}" ${wanted})
  set_source_files_properties(${all} PROPERTIES GENERATED TRUE)
  foreach(file IN LISTS all)
    set_source_files_properties("${file}" PROPERTIES OBJECT_DEPENDS "${first}")
  endforeach()
  if(LAG_LANGUAGE STREQUAL "cpp")
    target_include_directories(${target} PRIVATE "${folder}")
  endif()
endfunction()
