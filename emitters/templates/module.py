"""@TITLE@

The routines of the model @M@, compiled from @SOURCE@ when this module is first imported. They take and give numpy arrays
of doubles: one state, or many states at once as rows, such as y of shape (n, @NY@). What has one state's shape then
serves all rows. A matrix of many states has the shape (n, rows, columns).

    p = defaults()              # parameters
    c = setup(p)                # what depends on parameters alone, once
    ydot = derivatives(t, y, w, c)

Left out or None, w is zero (flags have their first values) and c belongs to the default parameters. Where a routine fails it raises Failure; of many
states, those that fail have nan in their rows, 0 in rows of integers. With with_info = True the last result is info instead: 0 where nothing failed.

The compiler is the one that CC names, else cc, gcc or clang. Its flags are -O2 and CFLAGS; where that is not set, -march=native.
"""
import ctypes as _ctypes
import hashlib as _hashlib
import os as _os
import pathlib as _pathlib
import platform as _platform
import shlex as _shlex
import shutil as _shutil
import subprocess as _subprocess
import tempfile as _tempfile
import threading as _threading

import numpy as _np

@TABLES@

class Failure(ArithmeticError):
    """A routine cannot go on at a state. `info` is the routine's number for it, as in the head of @SOURCE@."""

    def __init__(self, routine, info):
        super().__init__(f"@M@.{routine}: {_meaning(routine, info)} (info = {info})")
        self.info = info


def _meaning(routine, info):
    known = _FAILURES_OF.get(routine, _FAILURES)
    return known[info - 1] if 0 < info <= len(known) else "it failed"


# -- the compiled routines


def _compiler():
    named = _shlex.split(_os.environ.get("CC", ""))
    if named:
        return named
    for name in ("cc", "gcc", "clang"):
        if _shutil.which(name):
            return [name]
    raise ImportError("@M@: there is no C compiler: install one (Debian: apt install gcc), or name one by the variable CC")


def _machine():
    """What tells apart machines that compile otherwise for themselves."""
    try:
        lines = _pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    of_one = [line for line in lines if line.split(":")[0].strip() in ("model name", "flags", "Features")][:2]
    return "\n".join([_platform.machine(), *(of_one or [_platform.processor()])])


def _flags():
    """Those of CFLAGS, else the ones for this machine, else none: each as a try."""
    given = _os.environ.get("CFLAGS")
    return [_shlex.split(given)] if given is not None else [["-march=native"], []]


def _folders():
    yield _pathlib.Path(__file__).resolve().parent / "__pycache__"
    yield _pathlib.Path(_os.environ.get("XDG_CACHE_HOME") or _pathlib.Path.home() / ".cache") / "lag"
    yield _pathlib.Path(_tempfile.mkdtemp(prefix="lag-"))


def _compile(commands, library):
    """By the first command that works."""
    library.parent.mkdir(parents=True, exist_ok=True)
    handle, made = _tempfile.mkstemp(dir=library.parent, suffix=".so")
    _os.close(handle)
    try:
        for command in commands:
            try:
                run = _subprocess.run(command + ["-o", made, "-lm"], capture_output=True, text=True, check=False)
            except OSError as error:
                raise ImportError(f"@M@: {command[0]} cannot be started: {error.strerror}") from error
            if run.returncode == 0:
                break
        else:
            raise ImportError("@M@: " + " ".join(command) + " failed:\n" + run.stderr[:4000])
        _os.replace(made, library)  # as a whole or not at all: others may import at the same time
    finally:
        if _os.path.exists(made):
            _os.remove(made)


def _load():
    here = _pathlib.Path(__file__).resolve().parent
    sources = [here / name for name in _SOURCES]
    for source in sources:
        if not source.exists():
            raise ImportError(f"@M@: there is no file {source}, which this module compiles@EXTERNAL@")
    tries = [_compiler() + ["-O2", "-shared", "-fPIC"] + flags for flags in _flags()]
    key = _hashlib.sha256("\0".join([*tries[0], _machine()]).encode())
    for source in sources:
        key.update(source.read_bytes())
    for folder in _folders():
        library = folder / f"@M@.{key.hexdigest()[:24]}.so"
        try:
            if not library.exists():
                _compile([command + [str(source) for source in sources] for command in tries], library)
            return _ctypes.CDLL(str(library))
        except PermissionError:
            continue
        except OSError as error:
            if library.exists():
                raise ImportError(f"@M@: {error}") from error
    raise ImportError("@M@: no folder can be written for the compiled routines")


_library = _load()
_array = _np.ndarray
_one = _ctypes.c_longlong(1)


class _Buffers:
    """What one thread calls a routine with, one state at a time."""

    def __init__(self, inputs, outputs, has_info):
        self.inputs = [_np.zeros(shape, dtype=kind, order="F") for _, shape, kind in inputs]
        self.outputs = [_np.zeros(shape, dtype=kind, order="F") for _, shape, kind in outputs]
        self.info = _ctypes.c_int(0)
        arrays = [array.ctypes.data for array in self.inputs + self.outputs] + [_ctypes.addressof(self.info)] * has_info
        self.addresses = (_ctypes.c_void_p * max(len(arrays), 1))(*arrays)
        self.steps = (_ctypes.c_longlong * max(len(arrays), 1))()


class _Routine:
    """`inputs`: name, shape, kind; `changed`: places of inputs that come out changed; `outputs`: name, shape, kind."""

    def __init__(self, name, inputs, changed, outputs, has_info):
        self.name, self.inputs, self.changed, self.outputs, self.has_info = name, inputs, changed, outputs, has_info
        self.shapes = [shape for _, shape, _ in inputs]
        self.whole = [k for k, (_, _, kind) in enumerate(inputs) if kind is not float]  # places of integers
        self.function = _library["lag_python_" + name]
        self.function.restype = None
        self.threads = _threading.local()

    def __call__(self, values, with_info):
        try:
            mine = self.threads.mine
        except AttributeError:
            mine = self.threads.mine = _Buffers(self.inputs, self.outputs, self.has_info)
        if self.whole:
            self.check_whole(values)
        for buffer, shape, value in zip(mine.inputs, self.shapes, values):
            if value.__class__ is not _array and (shape or value.__class__ is not float):
                value = _np.asarray(value)
            if shape and value.shape != shape or value.__class__ is _array and value.shape != shape:
                return self.many(values, with_info)
            buffer[...] = value
        self.function(_one, mine.addresses, mine.steps)
        info = mine.info.value
        if info and not with_info:
            raise Failure(self.name, info)
        results = [mine.inputs[k].copy("K") for k in self.changed]
        for output in mine.outputs:
            results.append(output.copy("K") if output.shape else output.item())
        if with_info:
            results.append(info)
        return results[0] if len(results) == 1 else tuple(results)

    def check_whole(self, values):
        for k in self.whole:
            value = _np.asarray(values[k])
            if value.dtype.kind not in "biu" and (value != _np.floor(value)).any():
                raise ValueError(f"@M@.{self.name}: {self.inputs[k][0]} takes whole numbers, found {values[k]}")

    def many(self, values, with_info):
        arrays, steps, count = [], [], None
        for (name, shape, kind), value in zip(self.inputs, values):
            array = _np.asarray(value, dtype=kind)
            if array.shape == shape:
                arrays.append(array), steps.append(0)
                continue
            if array.shape[1:] != shape or array.ndim != len(shape) + 1 or count not in (None, len(array)):
                rows = "n" if count is None else str(count)
                wanted = "(" + ", ".join([rows] + [str(extent) for extent in shape]) + ("," if not shape else "") + ")"
                raise ValueError(f"@M@.{self.name}: {name} has the shape {array.shape}; it takes {shape}, or {wanted} "
                                 "for many states")
            count = len(array)
            arrays.append(array), steps.append(int(_np.prod(shape, dtype=int)))
        if count is None:  # one state after all
            return self([_np.asarray(value) for value in values], with_info)
        for k, array in enumerate(arrays):
            size = int(_np.prod(self.shapes[k], dtype=int))
            if k in self.changed:
                array = _np.broadcast_to(array, (count,) + self.shapes[k])
                steps[k] = size
            copied = _np.swapaxes(array, -1, -2) if len(self.shapes[k]) == 2 else array  # columns one after the other
            arrays[k] = _np.array(copied, order="C") if k in self.changed else _np.ascontiguousarray(copied)
        outputs = [_np.empty((count,) + shape[::-1], dtype=kind) for _, shape, kind in self.outputs]
        infos = _np.zeros(count, dtype=_np.intc)
        everything = arrays + outputs + [infos] * self.has_info
        steps += [int(_np.prod(shape, dtype=int)) for _, shape, _ in self.outputs] + [1] * self.has_info
        self.function(_ctypes.c_longlong(count),
                      (_ctypes.c_void_p * max(len(everything), 1))(*[array.ctypes.data for array in everything]),
                      (_ctypes.c_longlong * max(len(steps), 1))(*steps))
        results = [arrays[k] for k in self.changed] + outputs
        shapes = [self.shapes[k] for k in self.changed] + [shape for _, shape, _ in self.outputs]
        results = [_np.swapaxes(r, -1, -2) if len(shape) == 2 else r for r, shape in zip(results, shapes)]
        if with_info:
            return tuple(results + [infos])
        if infos.any():
            for result in results:
                result[infos != 0] = _np.nan if result.dtype == float else 0
        return results[0] if len(results) == 1 else tuple(results)


_no_inputs = _np.zeros(nw)
_nothing_held = _np.zeros(nq, dtype=_np.intc)
_constants = None


def _default_constants():
    global _constants
    if _constants is None:
        _constants = setup(defaults())
        _constants.flags.writeable = False
    return _constants

@ROUTINES@
