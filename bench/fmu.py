#!/usr/bin/env python3
"""What calls through FMI cost beside the routines themselves, and how large FMUs are.   fmu.py LAG FOLDER"""
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
import zipfile

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
os.makedirs(folder, exist_ok=True)


def measure(name, sample, *options):
    """The sample's model as an FMU of version 3; its own emit statements are left out."""
    with open(os.path.join(root, sample)) as file:
        text = re.sub(r"^emit\(.*?\)\$", "", file.read(), flags=re.M | re.S)
    script = os.path.join(os.path.dirname(os.path.join(root, sample)), f".bench_{name}.lag")
    try:
        with open(script, "w") as file:
            file.write(text + f'\nemit(fmu, "{name}.fmu", version = 3)$\n')
        subprocess.run([lag, script, "--quiet", "--out", folder, *options], check=True)
    finally:
        os.remove(script)
    archive = os.path.join(folder, f"{name}.fmu")
    with zipfile.ZipFile(archive) as file:
        file.extractall(os.path.join(folder, name))
    inside = os.path.join(folder, name)
    description = xml.parse(os.path.join(inside, "modelDescription.xml")).getroot()
    model, token = description.get("modelName"), description.get("instantiationToken")
    header = open(os.path.join(inside, "sources", model + ".h")).read()
    size = lambda extent: (re.findall(rf"\b{model}_{extent} = (\d+)", header) or ["0"])[0]
    program = os.path.join(folder, name + "_bench")
    subprocess.run([os.environ.get("CC", "cc"), "-std=gnu99", "-O2", "-w", f"-DMODEL={model}", f"-DSTATES={size('ns')}",
                    f"-DFLAGS={size('nf')}", "-include", os.path.join(inside, "sources", model + ".h"),
                    os.path.join(root, "bench/fmu.c"), "-o", program, "-ldl", "-lm"], check=True)
    print(f"{name}: {os.path.getsize(archive)/1e3:.0f} kB")
    sys.stdout.flush()
    subprocess.run([program, os.path.join(inside, "binaries/x86_64-linux", model + ".so"), token], check=True)


measure("cart_pole", "samples/cart_pole.lag")
measure("arm7", "samples/arm7.lag")
measure("vehicle16", "samples/vehicle16.lag")
measure("hmmwv", "samples/hmmwv10/hmmwv10.lag", "--define", "tires=4")
measure("hmmwv_full", "samples/hmmwv_full/hmmwv_full.lag")
