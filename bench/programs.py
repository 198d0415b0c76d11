#!/usr/bin/python3
"""What complete programs, sweeps and pages cost, beside what they may cost. Ends with status 1 where a bound is missed.

    programs.py LAG FOLDER      needs g++, gcc, gfortran; the page's frames also chromium and python3-selenium
"""
import pathlib
import subprocess
import sys
import time

LAG, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent
ROWS = 100_000
QUARTER = """model(quarter)$ parameter(m, 300, "kg")$ parameter(k, 20000, "N/m")$ parameter(c, 1500, "N*s/m")$
input(zr, "m")$ body(chassis, ground, hinge = prismatic(z, z), mass = m)$
hinge_load(z, k*(zr - z) + c*(diff(zr, t) - z'))$
"""
WAYS = {
    "c": ("quarter.h", "gcc -O2 quarter_main.c -o c -lm"),
    "cpp": ("quarter.hpp", "g++ -O2 quarter_main.cpp -o cpp"),
    "fortran": ("quarter.f90", "gfortran -O2 quarter.f90 quarter_main.f90 -o fortran"),
    "fortran77": ("quarter.f", "gfortran -O2 -std=legacy quarter.f quarter_main.f -o fortran77"),
}
LANE_CHANGE = [str(ROOT / "samples/hmmwv10/hmmwv10.lag"), "--define", "tires=2",
               "--input", "rack_force=if t > 1 and t < 3.4 then 400*sin(2*%pi*(t - 1)/2.4) else 0"]
FRAMES = """
const done = arguments[arguments.length - 1];
lagPage.show(lagPage.times[0]);
lagPage.play();
setTimeout(() => { lagPage.pause(); done(lagPage.millisecondsOfFrames().slice(10)); }, 4000);
"""
missed = []


def told(label, value, bound, least=False):
    fine = value >= bound if least else value <= bound
    print(f"{label:<70} {value:8.2f} ({'at least' if least else 'at most'} {bound}){'' if fine else '  MISSED'}", flush=True)
    if not fine:
        missed.append(label)


def seconds(words, trials=5, folder=None):
    best = float("inf")
    for _ in range(trials):
        begin = time.perf_counter()
        subprocess.run([str(word) for word in words], cwd=folder or FOLDER, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - begin)
    return best


def reading():
    """The table's part of a run's start, beside the run. Whole runs, and such that end at once, with and without it."""
    import math
    with open(FOLDER / "road.csv", "w") as table:
        table.write("t,zr\n")
        for k in range(ROWS):
            table.write(f"{k/100},{0.02*math.sin(k/10) + 0.01*math.sin(k/37):.9f}\n")
    end = ROWS / 100
    for name, words in {"whole": f"end {end}\ninputs road.csv", "start": "end 0.01\ninputs road.csv", "bare": "end 0.01"}.items():
        (FOLDER / f"{name}.txt").write_text(f"step 0.01\noutput quarter.csv\n{words}\n")
    def compared(label, command):
        whole, start, bare = (seconds([*command, f"{name}.txt"]) for name in ("whole", "start", "bare"))
        told(f"a table of {ROWS} rows, {label}: reading over running", (start - bare) / (whole - start), 1)
    for language, (file, compilation) in WAYS.items():
        (FOLDER / "quarter.lag").write_text(QUARTER + f'emit({language}, "{file}", driver = true)$\n')
        subprocess.run([LAG, "quarter.lag", "--quiet"], cwd=FOLDER, check=True)
        subprocess.run(compilation, shell=True, cwd=FOLDER, check=True)
        compared(language, [FOLDER / language])
    compared("simulate", [LAG, "simulate", "quarter.lag", "--quiet", "--step", "0.01", "--parameters"])


def sweeping():
    """The time of runs alone: what a sweep of one run takes is taken off."""
    def sweep(runs, jobs):
        return seconds([LAG, "sweep", *LANE_CHANGE, "--end", 5, "--step", 0.02,
                        "--seed", 1, "--runs", runs, "--jobs", jobs, "--sample", "m_chassis=normal(2086.5,60)", "--collect", "max(abs(roll))", "--out", FOLDER, "--quiet"], 2)
    alone = sweep(1, 1)
    told("a sweep of 120 lane changes: time with one process over that with two", (sweep(120, 1) - alone) / (sweep(120, 2) - alone),
         1.8, least=True)


def pages():
    subprocess.run([LAG, "simulate", *LANE_CHANGE, "--end", "5", "--step", "0.005", "--page", "--quiet", "--out", FOLDER], check=True)
    page = FOLDER / "hmmwv10.html"
    told("the page of hmmwv10, 1001 rows: MB", page.stat().st_size / 1e6, 5)
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in ("--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                 "--disable-dev-shm-usage", "--window-size=1280,900"):
        options.add_argument(word)
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    try:
        driver.set_script_timeout(60)
        driver.get(page.as_uri())
        spent = sorted(driver.execute_async_script(FRAMES))
    finally:
        driver.quit()
    told(f"its script time a frame, median of {len(spent)}: ms", spent[len(spent) // 2], 4)


def python_calls():
    words = [sys.executable, ROOT / "bench/python_call.py", LAG, FOLDER / "python"]
    one, many = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()[-2:]
    each, alone = float(one.split()[2]), float(one.split()[-1])
    told("derivatives of vehicle16 from Python, one state: microseconds over the routine", each - alone, 8)
    told("the same, 10 000 states: of the loop in C", float(many.split()[2]), 1.2)


FOLDER.mkdir(parents=True, exist_ok=True)
wanted = sys.argv[3:]
for part in (reading, sweeping, pages, python_calls):
    if not wanted or part.__name__ in wanted:
        part()
sys.exit(f"missed: {', '.join(missed)}" if missed else 0)
