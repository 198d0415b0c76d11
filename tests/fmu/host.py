"""A host of FMUs: loads one, reads its description, and drives it in the orders that FMI 2.0 and 3.0 name."""
import ctypes as c
import os
import tempfile
import xml.etree.ElementTree as xml
import zipfile

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq

OK, WARNING, DISCARD, ERROR, FATAL = range(5)


class Variable:
    def __init__(self, element, reference, attributes):
        self.name, self.reference = element.get("name"), reference
        self.causality, self.variability = element.get("causality"), element.get("variability")
        self.start = None if attributes.get("start") is None else float(attributes.get("start"))
        self.derivative = None if attributes.get("derivative") is None else int(attributes.get("derivative"))


class Unit:
    """The archive, unpacked; `instance` makes an instance of it."""

    def __init__(self, path):
        self.folder = tempfile.TemporaryDirectory()
        with zipfile.ZipFile(path) as archive:
            archive.extractall(self.folder.name)
            self.names = archive.namelist()
        self.read(xml.parse(os.path.join(self.folder.name, "modelDescription.xml")).getroot())
        binary = "x86_64-linux" if self.version == 3 else "linux64"
        if os.uname().machine == "aarch64":
            binary = "aarch64-linux"
        self.library = c.CDLL(os.path.join(self.folder.name, "binaries", binary, self.model + ".so"))

    def read(self, root):
        """The description; what it says is looked at in rules.py."""
        self.root = root
        self.version = 3 if root.get("fmiVersion") == "3.0" else 2
        self.token = root.get("instantiationToken" if self.version == 3 else "guid")
        self.model = root.find("CoSimulation").get("modelIdentifier")
        self.variables = []
        for element in root.find("ModelVariables"):
            attributes = element if self.version == 3 else element.find("Real")
            self.variables.append(Variable(element, int(element.get("valueReference")), attributes))
        self.by_name = {v.name: v for v in self.variables}
        # rates in the order of the model structure, their states by `derivative`
        structure = root.find("ModelStructure")
        if self.version == 3:
            rates = [int(e.get("valueReference")) for e in structure.findall("ContinuousStateDerivative")]
            self.dependencies = {int(e.get("valueReference")): e.get("dependencies") for e in structure
                                 if e.tag in ("Output", "ContinuousStateDerivative")}
        else:
            place = lambda e: self.variables[int(e.get("index")) - 1].reference
            rates = [place(e) for e in structure.findall("Derivatives/Unknown")]
            self.dependencies = {}
            for group in ("Outputs", "Derivatives"):
                for e in structure.find(group) if structure.find(group) is not None else []:
                    listed = e.get("dependencies")
                    if listed is not None:
                        listed = " ".join(str(self.variables[int(k) - 1].reference) for k in listed.split())
                    self.dependencies[place(e)] = listed
        self.rates = rates
        of_reference = {v.reference: v for v in self.variables}
        if self.version == 3:
            self.states = [of_reference[of_reference[r].derivative].reference for r in rates]
        else:
            self.states = [self.variables[of_reference[r].derivative - 1].reference for r in rates]
        self.indicators = (len(structure.findall("EventIndicator")) if self.version == 3 else
                           int(root.get("numberOfEventIndicators")))

    def instance(self, kind, name="one"):
        return Instance(self, kind, name)


class Functions2(c.Structure):
    _fields_ = [("logger", c.c_void_p), ("allocate", c.c_void_p), ("free", c.c_void_p), ("finished", c.c_void_p),
                ("environment", c.c_void_p)]


class Instance:
    """kind: "exchange" or "steps"."""

    def __init__(self, unit, kind, name):
        self.unit, self.kind, self.messages = unit, kind, []
        lib = unit.library
        if unit.version == 2:
            log_type = c.CFUNCTYPE(None, c.c_void_p, c.c_char_p, c.c_int, c.c_char_p, c.c_char_p, c.c_char_p)
            self.log = log_type(lambda env, who, status, category, form, text: self.messages.append(text.decode()))
            self.functions = Functions2(c.cast(self.log, c.c_void_p), None, None, None, None)
            lib.fmi2Instantiate.restype = c.c_void_p
            self.at = lib.fmi2Instantiate(name.encode(), 0 if kind == "exchange" else 1, unit.token.encode(), b"",
                                          c.byref(self.functions), 0, 0)
        else:
            log_type = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_char_p, c.c_char_p)
            self.log = log_type(lambda env, status, category, text: self.messages.append(text.decode()))
            if kind == "exchange":
                make = lib.fmi3InstantiateModelExchange
                make.restype = c.c_void_p
                make.argtypes = [c.c_char_p, c.c_char_p, c.c_char_p, c.c_bool, c.c_bool, c.c_void_p, log_type]
                self.at = make(name.encode(), unit.token.encode(), None, False, False, None, self.log)
            else:
                make = lib.fmi3InstantiateCoSimulation
                make.restype = c.c_void_p
                make.argtypes = [c.c_char_p, c.c_char_p, c.c_char_p, c.c_bool, c.c_bool, c.c_bool, c.c_bool, c.c_void_p,
                                 c.c_size_t, c.c_void_p, log_type, c.c_void_p]
                self.at = make(name.encode(), unit.token.encode(), None, False, False, False, False, None, 0, None,
                               self.log, None)
        assert self.at, "no instance was made"
        self.at = c.c_void_p(self.at)

    def call(self, function, *arguments, expect=OK):
        status = getattr(self.unit.library, f"fmi{self.unit.version}{function}")(self.at, *arguments)
        if expect is not None:
            assert status == expect, (function, status, self.messages[-1:])
        return status

    def free(self):
        free = getattr(self.unit.library, f"fmi{self.unit.version}FreeInstance")
        free.restype = None
        free(self.at)

    def references(self, names):
        found = [self.unit.by_name[n].reference if isinstance(n, str) else n for n in names]
        return (c.c_uint * len(found))(*found), c.c_size_t(len(found))

    def get(self, *names):
        references, n = self.references(names)
        values = (c.c_double * len(names))()
        if self.unit.version == 2:
            self.call("GetReal", references, n, values)
        else:
            self.call("GetFloat64", references, n, values, n)
        return np.array(values)

    def set(self, expect=OK, **values):
        return self.set_all(values, expect)

    def set_all(self, values, expect=OK):
        references, n = self.references(list(values))
        numbers = (c.c_double * len(values))(*values.values())
        if self.unit.version == 2:
            return self.call("SetReal", references, n, numbers, expect=expect)
        return self.call("SetFloat64", references, n, numbers, n, expect=expect)

    def start(self, t=0.0, values=None, tolerance=None):
        has, given = (0, 0.0) if tolerance is None else (1, tolerance)
        if self.unit.version == 2:
            if values:
                self.set_all(values)
            self.call("SetupExperiment", c.c_int(has), c.c_double(given), c.c_double(t), c.c_int(0), c.c_double(0))
            self.call("EnterInitializationMode")
        else:
            if values:
                self.set_all(values)
            self.call("EnterInitializationMode", c.c_bool(has), c.c_double(given), c.c_double(t), c.c_bool(False),
                      c.c_double(0))
        self.call("ExitInitializationMode")
        self.t = t

    def step(self, length, expect=OK):
        """To t + length; whether the model has ended the run."""
        if self.unit.version == 2:
            status = self.call("DoStep", c.c_double(self.t), c.c_double(length), c.c_int(1), expect=None)
            assert status in (OK, DISCARD) if expect == OK else status == expect, (status, self.messages[-1:])
            ended = c.c_int()
            last = c.c_double()
            self.call("GetBooleanStatus", c.c_int(3), c.byref(ended))
            self.call("GetRealStatus", c.c_int(2), c.byref(last))
            self.t = last.value
            return bool(ended.value)
        event, end, early, last = c.c_bool(), c.c_bool(), c.c_bool(), c.c_double()
        self.call("DoStep", c.c_double(self.t), c.c_double(length), c.c_bool(True), c.byref(event), c.byref(end),
                  c.byref(early), c.byref(last), expect=expect)
        self.t = last.value
        return end.value

    # -- model exchange
    def states(self):
        x = (c.c_double * len(self.unit.states))()
        self.call("GetContinuousStates", x, c.c_size_t(len(x)))
        return np.array(x)

    def put(self, t, x):
        self.call("SetTime", c.c_double(t))
        self.call("SetContinuousStates", (c.c_double * len(x))(*x), c.c_size_t(len(x)))

    def rates(self):
        x = (c.c_double * len(self.unit.states))()
        self.call("GetDerivatives" if self.unit.version == 2 else "GetContinuousStateDerivatives", x, c.c_size_t(len(x)))
        return np.array(x)

    def indicators(self, n):
        z = (c.c_double * n)()
        self.call("GetEventIndicators", z, c.c_size_t(n))
        return np.array(z)

    def discrete(self):
        """Event mode until nothing changes: whether the run ends, the next known time."""
        if self.unit.version == 2:
            class Info(c.Structure):
                _fields_ = [("again", c.c_int), ("end", c.c_int), ("nominals", c.c_int), ("states", c.c_int),
                            ("has_next", c.c_int), ("next", c.c_double)]
            info = Info()
            self.call("NewDiscreteStates", c.byref(info))
            assert not info.again
            return bool(info.end), info.next if info.has_next else np.inf
        flags = [c.c_bool() for _ in range(5)]
        at = c.c_double()
        self.call("UpdateDiscreteStates", *[c.byref(f) for f in flags], c.byref(at))
        assert not flags[0].value
        return flags[1].value, at.value if flags[4].value else np.inf

    def completed(self):
        flag = c.c_int if self.unit.version == 2 else c.c_bool
        event, end = flag(), flag()
        self.call("CompletedIntegratorStep", flag(1), c.byref(event), c.byref(end))
        return bool(event.value), bool(end.value)

    def exchange(self, end, nevents, tolerance=1e-10):
        """Integrates to `end` as an importing tool does: the last time and state, and the times of events
        that change the state."""
        events = []
        ends, known = self.discrete()
        self.call("EnterContinuousTimeMode")

        def rates_at(t, x):
            self.put(t, x)
            return self.rates()

        def indicators_at(t, x):
            self.put(t, x)
            return self.indicators(nevents)

        while self.t < end and not ends:
            x = self.states()
            solver = DOP853(rates_at, self.t, x, min(end, known), rtol=tolerance, atol=tolerance, max_step=0.05)
            before = indicators_at(self.t, x)
            found = False
            while solver.status == "running" and not found:
                solver.step()
                line, t, x = solver.dense_output(), solver.t, solver.y
                after = indicators_at(t, x)
                crossed = [k for k in range(nevents) if before[k] > 0 >= after[k]]
                if crossed:
                    at = []
                    for k in crossed:
                        f = lambda s: indicators_at(s, line(s))[k]
                        at.append(brentq(f, solver.t_old, t, xtol=1e-14, rtol=1e-15))
                    t = min(at)
                    # the far side of the crossing
                    k = crossed[int(np.argmin(at))]
                    width = 1e-14
                    while indicators_at(t, line(t))[k] > 0 and t < solver.t:
                        t = min(t + width, solver.t)
                        width *= 2
                    x, found = line(t), True
                self.put(t, x)
                event, ends = self.completed()
                found = found or event or ends
                before = after
                self.t = t
            if self.t >= known:
                found = True
            if not found:
                break
            self.call("EnterEventMode")
            left = self.states()
            ends, known = self.discrete()
            # others are times at which the unit wants to look
            if ends or np.max(np.abs(self.states() - left)) > 1e-7:
                events.append(self.t)
            self.call("EnterContinuousTimeMode")
        return self.t, self.states(), events

    # -- states of the instance
    def save(self):
        state = c.c_void_p()
        upper = "FMUState" if self.unit.version == 3 else "FMUstate"
        self.call("Get" + upper, c.byref(state))
        size = c.c_size_t()
        self.call(f"Serialized{upper}Size", state, c.byref(size))
        bytes_of = (c.c_char * size.value)()
        self.call("Serialize" + upper, state, bytes_of, size)
        self.call("Free" + upper, c.byref(state))
        return bytes(bytes_of)

    def restore(self, saved, t):
        state = c.c_void_p()
        upper = "FMUState" if self.unit.version == 3 else "FMUstate"
        word = "Deserialize" if self.unit.version == 3 else "DeSerialize"
        self.call(word + upper, saved, c.c_size_t(len(saved)), c.byref(state))
        self.call("Set" + upper, state)
        self.call("Free" + upper, c.byref(state))
        self.t = t

    def slope(self, unknowns, knowns, seed, function="GetDirectionalDerivative"):
        rows, n = self.references(unknowns)
        columns, m = self.references(knowns)
        seeds = (c.c_double * len(seed))(*seed)
        result = (c.c_double * len(unknowns if function == "GetDirectionalDerivative" else knowns))()
        if self.unit.version == 2:
            self.call(function, rows, n, columns, m, seeds, result)
        else:
            self.call(function, rows, n, columns, m, seeds, c.c_size_t(len(seed)), result, c.c_size_t(len(result)))
        return np.array(result)
