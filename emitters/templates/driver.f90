@HEAD@
program @M@_main
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_int, c_null_char, c_ptr
  use, intrinsic :: iso_fortran_env, only: error_unit
  use @M@_model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  character(len=512) :: file_name
  integer :: status
  type(c_ptr) :: files(0:60)
@RECORDS@
@STAGE_PROTOTYPES@  ! C's files, because Fortran's report no error where a disk is full
  interface
    function c_fopen(name, mode) bind(c, name="fopen") result(file)
      import :: c_char, c_ptr
      character(kind=c_char), intent(in) :: name(*), mode(*)
      type(c_ptr) :: file
    end function c_fopen
    ! the standard output
    function c_fdopen(descriptor, mode) bind(c, name="fdopen") result(file)
      import :: c_char, c_int, c_ptr
      integer(c_int), value :: descriptor
      character(kind=c_char), intent(in) :: mode(*)
      type(c_ptr) :: file
    end function c_fdopen
    function c_fputs(text, file) bind(c, name="fputs") result(status)
      import :: c_char, c_int, c_ptr
      character(kind=c_char), intent(in) :: text(*)
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fputs
    function c_fflush(file) bind(c, name="fflush") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fflush
    function c_fclose(file) bind(c, name="fclose") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_fclose
    function c_fgetc(file) bind(c, name="fgetc") result(byte)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: byte
    end function c_fgetc
    function c_ungetc(byte, file) bind(c, name="ungetc") result(same)
      import :: c_int, c_ptr
      integer(c_int), value :: byte
      type(c_ptr), value :: file
      integer(c_int) :: same
    end function c_ungetc
    function c_ferror(file) bind(c, name="ferror") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: file
      integer(c_int) :: status
    end function c_ferror
    subroutine c_exit(status) bind(c, name="exit")
      import :: c_int
      integer(c_int), value :: status
    end subroutine c_exit
    function c_usleep(microseconds) bind(c, name="usleep") result(status)
      import :: c_int
      integer(c_int), value :: microseconds
      integer(c_int) :: status
    end function c_usleep
  end interface

  files(0) = c_fdopen(1_c_int, "w" // c_null_char)
  file_name = ""
  if (command_argument_count() > 1) call fail("expected one file, found more arguments")
  if (command_argument_count() > 0) then
    call get_command_argument(1, file_name, status=status)
    if (status /= 0) call fail("the name of the file is too long")
  end if
  call @M@_simulate_file(file_name, "@STEM@.csv")

contains

@PRIMITIVES@
@PROCEDURES@
end program @M@_main
