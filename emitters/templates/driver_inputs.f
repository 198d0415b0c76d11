C
C Inputs from a CSV file: linear between its rows, constant before the
C first and behind the last. times and values hold its rows; source is 1
C for an input that is a column, slopof for a rate the number of the
C input whose slope it is. A file with more rows than MAXROW needs
C another MAXROW, here and in the routine that follows.
      SUBROUTINE @M@_main_read_inputs(filnam)
      INTEGER MAXROW
      PARAMETER (MAXROW = 200000)
      CHARACTER*256 filnam
      CHARACTER*16384 line
      CHARACTER*513 cell
      CHARACTER*64 names(@NW@)
@if user_units@
      CHARACTER*64 mark
      DOUBLE PRECISION factor
@end@
      DOUBLE PRECISION times(MAXROW), values(@NW@, MAXROW)
      DOUBLE PRECISION value, @M@_main_number
      INTEGER rows, row, column(@NW@), slopof(@NW@), target(1000)
      INTEGER timcol, number, ends, at, k, i, n, columns, any, named
      INTEGER @M@_main_place, @M@_main_length
      COMMON /@M@_main_table/ times, values
      COMMON /@M@_main_where/ rows, row, column, slopof
      CALL @M@_input_names(names)
      CALL @M@_main_open_old(filnam, 0)
      number = 0
    5 CONTINUE
      CALL @M@_main_next_line(30, filnam, number, line, n, ends)
      IF (ends .EQ. 1) CALL @M@_main_stop('there are no rows in '// filnam)
      IF (line(1:1) .EQ. '#' .OR. line(1:1) .EQ. CHAR(13)) GOTO 5
      IF (line .EQ. ' ') GOTO 5
      timcol = 1
      named = 0
      columns = 0
      any = 0
      at = 1
      n = @M@_main_length(line)
   10 IF (at .GT. n + 1) GOTO 20
      CALL @M@_main_cell(line, n, at, cell)
      columns = columns + 1
      IF (columns .GT. 1000) CALL @M@_main_stop('too many columns in '// filnam)
      IF (cell .EQ. 't' .OR. (cell .EQ. 'time' .AND. named .EQ. 0)) THEN
      timcol = columns
      named = 1
      ENDIF
      target(columns) = @M@_main_place(names, @NW@, cell)
      GOTO 10
   20 target(timcol) = 0
      DO 30 k = 1, columns
      i = target(k)
      IF (i .EQ. 0) GOTO 30
      any = 1
      cell = names(i)
      IF (column(i) .EQ. 1) CALL @M@_main_wrong(filnam, number, 'two columns are called '// cell)
      column(i) = 1
      cell(@M@_main_length(cell) + 1:) = ''''
      at = @M@_main_place(names, @NW@, cell)
      IF (at .GT. 0) slopof(at) = i
   30 CONTINUE
      IF (any .EQ. 0) CALL @M@_main_stop(filnam(1:@M@_main_length(filnam))// ' has a column for no input of the model')
   40 CONTINUE
      CALL @M@_main_next_line(30, filnam, number, line, n, ends)
      IF (ends .EQ. 1) GOTO 60
      IF (n .EQ. 0) GOTO 40
      n = @M@_main_length(line(1:n))
      IF (n .EQ. 0) GOTO 40
      IF (n .EQ. 1 .AND. line(1:1) .EQ. CHAR(13)) GOTO 40
      IF (line(1:1) .EQ. '#') GOTO 40
      IF (rows .EQ. MAXROW) CALL @M@_main_wrong(filnam, number, 'the file has more rows than MAXROW in '// 'this program')
      rows = rows + 1
      at = 1
      DO 50 k = 1, columns
      IF (at .GT. n + 1) CALL @M@_main_wrong(filnam, number, 'there are fewer columns than names')
      CALL @M@_main_cell(line, n, at, cell)
      value = @M@_main_number(filnam, number, cell, @M@_main_length(cell))
      IF (k .EQ. timcol) times(rows) = value
      IF (target(k) .GT. 0) values(target(k), rows) = value
   50 CONTINUE
      IF (at .LE. n + 1) CALL @M@_main_wrong(filnam, number, 'there are more columns than names')
      IF (rows .GT. 1) THEN
      IF (.NOT. times(rows) .GT. times(rows - 1)) CALL @M@_main_wrong(filnam, number, 'the times do not grow')
      ENDIF
      GOTO 40
   60 CLOSE(UNIT=30)
      IF (rows .EQ. 0) CALL @M@_main_stop('there are no rows in '// filnam)
@if user_units@
      DO 80 i = 1, @NW@
      CALL @M@_main_user_unit(names(i), mark, factor)
      IF (column(i) .EQ. 0 .OR. mark .EQ. ' ') GOTO 80
      DO 70 k = 1, rows
      values(i, k) = values(i, k)*factor
   70 CONTINUE
   80 CONTINUE
@end@
      row = 1
      END
C
C The cell of a line of length n from at on, without blanks and quotes
C at its ends; at then stands behind its comma, or beyond the line
      SUBROUTINE @M@_main_cell(line, n, at, cell)
      CHARACTER*16384 line
      CHARACTER*513 cell
      CHARACTER*4 blanks
      INTEGER n, at, first, last, comma
      blanks = ' "'// CHAR(9)// CHAR(13)
      comma = at
   10 IF (comma .GT. n) GOTO 20
      IF (line(comma:comma) .EQ. ',') GOTO 20
      comma = comma + 1
      GOTO 10
   20 first = at
      last = comma - 1
      at = comma + 1
      cell = ' '
   30 IF (first .GT. last) RETURN
      IF (INDEX(blanks, line(first:first)) .EQ. 0) GOTO 40
      first = first + 1
      GOTO 30
   40 IF (INDEX(blanks, line(last:last)) .EQ. 0) GOTO 50
      last = last - 1
      GOTO 40
   50 CONTINUE
      IF (last - first .GE. 513) CALL @M@_main_stop('a cell is too long')
      cell = line(first:last)
      END
C
C w at time t
      SUBROUTINE @M@_set_inputs(t, w)
      INTEGER MAXROW
      PARAMETER (MAXROW = 200000)
      DOUBLE PRECISION t, w(@NW@), times(MAXROW), values(@NW@, MAXROW)
      DOUBLE PRECISION span, share, place
      INTEGER rows, row, column(@NW@), slopof(@NW@), i, next, outsid
      COMMON /@M@_main_table/ times, values
      COMMON /@M@_main_where/ rows, row, column, slopof
@COMMON_RUN@
      IF (rows .EQ. 0) RETURN
      place = t + ahead
   10 IF (row .GT. 1 .AND. place .LT. times(row)) THEN
      row = row - 1
      GOTO 10
      ENDIF
   20 IF (row + 1 .LT. rows) THEN
      IF (place .GE. times(row + 1)) THEN
      row = row + 1
      GOTO 20
      ENDIF
      ENDIF
      next = MIN(row + 1, rows)
      span = times(next) - times(row)
      share = 0.0D0
      IF (span .GT. 0.0D0) share = MIN(MAX((t - times(row))/span, 0.0D0), 1.0D0)
      outsid = 0
      IF (place .LT. times(1) .OR. place .GT. times(rows)) outsid = 1
      IF (span .LE. 0.0D0) outsid = 1
      DO 30 i = 1, @NW@
      IF (column(i) .GT. 0) THEN
      w(i) = values(i, row) + share*(values(i, next) - values(i, row))
      ELSE IF (slopof(i) .GT. 0) THEN
      w(i) = 0.0D0
      IF (outsid .EQ. 0) w(i) = (values(slopof(i), next) - values(slopof(i), row))/span
      ENDIF
   30 CONTINUE
      END
