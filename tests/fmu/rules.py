"""What a description must say: derivatives and dependencies against what the FMU computes, lists that must be complete."""
import copy
from types import SimpleNamespace

import numpy as np


def shape_of(root):
    """Of the XML alone, by value reference: the state of each rate, the dependencies (None: all), and faults."""
    third = root.get("fmiVersion") == "3.0"
    elements = list(root.find("ModelVariables"))
    by_index = [int(e.get("valueReference")) for e in elements]
    values = elements if third else [e.find("Real") for e in elements]
    structure = root.find("ModelStructure")

    def reference(number):
        return int(number) if third else by_index[int(number) - 1]

    def group(two, three):
        if third:
            return structure.findall(three)
        return [] if structure.find(two) is None else list(structure.find(two))

    faults = []
    state_of = {r: reference(v.get("derivative")) for r, v in zip(by_index, values) if v.get("derivative") is not None}
    listed = {}
    lists = {"rates": [], "outputs": [], "first": []}
    for name, two, three in (("rates", "Derivatives", "ContinuousStateDerivative"), ("outputs", "Outputs", "Output"),
                             ("first", "InitialUnknowns", "InitialUnknown")):
        for e in group(two, three):
            r = reference(e.get("valueReference" if third else "index"))
            lists[name].append(r)
            text = e.get("dependencies")
            if name != "first":
                listed[r] = None if text is None else [reference(k) for k in text.split()]
    names = [e.get("name") for e in elements]
    if len(set(names)) < len(names):
        faults.append("two variables have one name")
    if len(set(by_index)) < len(by_index):
        faults.append("two variables have one value reference")
    if sorted(state_of) != sorted(lists["rates"]):
        faults.append("the rates that are listed are not those with derivative=")
    if len(set(state_of.values())) < len(state_of):
        faults.append("two rates are of one state")
    outputs = [r for r, e in zip(by_index, elements) if e.get("causality") == "output"]
    if sorted(outputs) != sorted(lists["outputs"]):
        faults.append("the outputs that are listed are not the outputs")
    if sorted(lists["first"]) != sorted(outputs + lists["rates"]):
        faults.append("what is unknown at the start is not the outputs and the rates")
    for r, e, v in zip(by_index, elements, values):
        needs = e.get("causality") in ("parameter", "input") or e.get("initial") in ("exact", "approx")
        if needs != (v.get("start") is not None):
            faults.append(f"{e.get('name')}: a start value is missing or too many")
    return SimpleNamespace(state_of=state_of, rates=lists["rates"], outputs=outputs, listed=listed, faults=faults,
                           names=dict(zip(by_index, names)))


def truth_of(unit, points=4, seed=1, spread=0.4):
    """What the FMU computes: on which states and inputs each rate and each output depends, and how states move."""
    random = np.random.default_rng(seed)
    shape = shape_of(unit.root)
    inputs = [v.reference for v in unit.variables if v.causality == "input"]
    unknowns = shape.rates + shape.outputs
    columns = unit.states + inputs
    found = {r: set() for r in unknowns}
    exchange = unit.instance("exchange")
    exchange.start()
    first = exchange.states()
    for _ in range(points):
        t, x = random.uniform(0.1, 0.3), first + spread*random.uniform(0.5, 1, len(first))
        w = random.uniform(0.5, 1, len(inputs))

        def values(x, w):
            exchange.put(t, x)
            if inputs:
                exchange.set_all(dict(zip(inputs, w)))
            return exchange.get(*unknowns)

        here = values(x, w)
        for k, column in enumerate(columns):
            there, push = x.copy(), w.copy()
            (there if k < len(x) else push)[k if k < len(x) else k - len(x)] += 0.1
            for r, a, b in zip(unknowns, here, values(there, push)):
                # rounding moves what is none of it in closed loops no more than this
                if abs(a - b) > 1e-9*(1 + abs(a)):
                    found[r].add(column)
    exchange.free()
    steps = unit.instance("steps")
    steps.start(values={r: random.uniform(0.5, 1) for r in inputs})
    steps.step(0.11)
    h, moves = 1e-6, []
    before, rates = steps.get(*unit.states), steps.get(*shape.rates)
    steps.step(h)
    moves = dict(zip(unit.states, (steps.get(*unit.states) - before)/h))
    steps.free()
    return SimpleNamespace(needs=found, moves=moves, rates=dict(zip(shape.rates, rates)), columns=columns)


def faults_of(root, truth, is_exact=True):
    """Everything that the description says and the FMU does not. `is_exact`: dependencies that matter nowhere count."""
    shape = shape_of(root)
    faults = list(shape.faults)
    for r, state in shape.state_of.items():
        if state not in truth.moves:
            faults.append(f"{shape.names[r]}: derivative= is no state")
        elif abs(truth.moves[state] - truth.rates[r]) > 1e-4*(1 + abs(truth.rates[r])):
            faults.append(f"{shape.names[r]} is not the rate of {shape.names[state]}")
    for r, needed in truth.needs.items():
        listed = shape.listed.get(r)
        if listed is None:
            if is_exact:
                faults.append(f"{shape.names[r]} has no list of dependencies")
            continue
        for column in sorted(needed - set(listed)):
            faults.append(f"{shape.names[r]} depends on {shape.names[column]}")
        for column in sorted(set(listed) - needed) if is_exact else []:
            faults.append(f"{shape.names[r]} does not depend on {shape.names[column]}")
    return faults


def wrong_descriptions(root):
    """The description with one mistake each: (what it is, root)."""
    third = root.get("fmiVersion") == "3.0"
    variables = list(root.find("ModelVariables"))
    place = {int(e.get("valueReference")): k for k, e in enumerate(variables)}
    number = (lambda r: str(r)) if third else (lambda r: str(place[r] + 1))
    shape = shape_of(root)
    states = list(shape.state_of.values())
    inputs = [int(e.get("valueReference")) for e in variables if e.get("causality") == "input"]
    for rate, right in shape.state_of.items():
        for state in states:
            if state == right:
                continue
            # swapped with the other rate, so that each state still has one
            wrong = copy.deepcopy(root)
            other = next(r for r, s in shape.state_of.items() if s == state)
            for r, s in ((rate, state), (other, right)):
                e = list(wrong.find("ModelVariables"))[place[r]]
                (e if third else e.find("Real")).set("derivative", number(s))
            yield f"derivative of {shape.names[rate]} and {shape.names[other]} swapped", wrong
            wrong = copy.deepcopy(root)
            e = list(wrong.find("ModelVariables"))[place[rate]]
            (e if third else e.find("Real")).set("derivative", number(state))
            yield f"derivative of {shape.names[rate]}", wrong
    for r, listed in shape.listed.items():
        for column in states + inputs:
            wrong = copy.deepcopy(root)
            new = [k for k in listed if k != column] if column in listed else listed + [column]
            for e in wrong.find("ModelStructure").iter():
                if e.tag in ("InitialUnknown", "InitialUnknowns", "EventIndicator"):
                    continue
                if e.get("dependencies") is not None and e.get("valueReference" if third else "index") == number(r):
                    e.set("dependencies", " ".join(number(k) for k in new))
            yield f"dependency of {shape.names[r]} on {shape.names[column]}", wrong
