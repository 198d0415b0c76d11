#!/usr/bin/python3
"""Opens pages and pictures that `lag` wrote in headless Chromium, at a wide and a narrow window, and complains about
what a reader would: console messages, requests beyond the file itself, missing parts, text cut off or lying on other
text, a page wider than its window. Screenshots are left beside the files.

    pages.py FOLDER      every .html (of `lag doc`) and .svg (of `lag simulate`) there; those of `lag simulate --page`
                         in FOLDER/motions, which motions.py reads back
"""
import base64
import json
import pathlib
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

import motions

WIDTHS = (1280, 400)

# Each entry of the answer is a complaint.
LOOK = """
const found = [];
const root = document.documentElement;
if (root.scrollWidth > root.clientWidth)
  found.push(`the page is ${root.scrollWidth} wide in a window of ${root.clientWidth}`);
for (const svg of document.querySelectorAll('svg')) {
  const name = svg.getAttribute('aria-label') || 'the picture';
  const frame = svg.getBoundingClientRect(), texts = [];
  for (const text of svg.querySelectorAll('text')) {
    const r = text.getBoundingClientRect();
    if (r.left < frame.left - 1 || r.right > frame.right + 1 || r.top < frame.top - 1 || r.bottom > frame.bottom + 1)
      found.push(`${name}: '${text.textContent}' is cut off`);
    if (texts.some(o => r.left < o.right - 2 && o.left < r.right - 2 && r.top < o.bottom - 4 && o.top < r.bottom - 4))
      found.push(`${name}: '${text.textContent}' lies on other text`);
    texts.push(r);
  }
}
return found;
"""
LOOK_AT_DOCUMENT = """
const found = [];
const heading = document.querySelector('h1');
if (!document.title || !heading || heading.textContent !== document.title) found.push('no title');
if (document.querySelectorAll('svg.tree circle').length < 2) found.push('no drawing of the tree');
if (document.querySelectorAll('svg.pattern').length < 3) found.push('the pictures of sparsity are missing');
for (const svg of document.querySelectorAll('svg.pattern'))
  if (!svg.querySelector('rect.entry')) found.push(`${svg.getAttribute('aria-label')}: an empty picture`);
return found;
"""


def browser():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in ("--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
                 "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def messages(driver, url):
    found = [entry["message"] for entry in driver.get_log("browser")]
    for entry in driver.get_log("performance"):
        event = json.loads(entry["message"])["message"]
        if event["method"] == "Network.requestWillBeSent" and event["params"]["request"]["url"] != url:
            found.append("it asks for " + event["params"]["request"]["url"])
    return found


def look_at(driver, file, moves=False):
    url = file.resolve().as_uri()
    complaints = []
    for width in WIDTHS:
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                               {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        driver.get(url)
        found = messages(driver, url)
        if moves:
            found += driver.execute_script(LOOK)
            if width == WIDTHS[0]:
                found += motions.complaints_of(driver, file)
            time.sleep(0.5)  # until it is drawn
        elif file.suffix == ".html":
            found += driver.execute_script(LOOK) + driver.execute_script(LOOK_AT_DOCUMENT)
        elif width == WIDTHS[0]:  # a picture has its own width
            found += driver.execute_script(LOOK)
        complaints += [f"{file.name} at {width}: {one}" for one in found]
        shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": file.suffix == ".html" and not moves})
        file.with_name(f"{file.stem}{file.suffix.replace('.', '_')}_{width}.png").write_bytes(
            base64.b64decode(shot["data"]))
    return complaints


def main():
    folder = pathlib.Path(sys.argv[1])
    files = sorted(folder.glob("*.html")) + sorted(folder.glob("*.svg"))
    if not any(file.suffix == ".html" for file in files):
        sys.exit(f"there is no page in {folder}")
    moving = sorted((folder / "motions").glob("*.html"))
    driver = browser()
    driver.set_script_timeout(60)
    try:
        complaints = [one for file in files for one in look_at(driver, file)]
        complaints += [one for file in moving for one in look_at(driver, file, moves=True)]
    finally:
        driver.quit()
    for one in complaints:
        print(one)
    print(f"{len(files) + len(moving)} files looked at, {len(complaints)} complaints; screenshots are in {folder}")
    sys.exit(1 if complaints else 0)


main()
