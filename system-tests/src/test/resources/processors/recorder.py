"""Copies its input entries into the output group, one file per page, and records the start and end of each page.

Each line of the record is JSON: event (start, end), pages, group, pid, time (ns of a clock that all processes share).
"""
import argparse
import fcntl
import json
import os
import signal
import subprocess
import sys
import time
import uuid
import xml.etree.ElementTree as ET

TOOL = {
    "executable": os.environ.get("RECORDER_NAME", "ocrd-recorder"),
    "description": "Records when it ran on which page",
    "categories": ["Quality assurance"],
    "steps": ["preprocessing/optimization"],
    "input_file_grp_cardinality": 1,
    "output_file_grp_cardinality": 1,
    "parameters": {
        "record": {"type": "string", "required": True, "description": "File to append to"},
        "seconds": {"type": "number", "default": 0.0, "description": "How long each call takes"},
        "gate": {"type": "string", "default": "", "description": "Goes on only when this file exists"},
        "gate_page": {"type": "string", "default": "", "description": "The page that waits at the gate; empty: each"},
        "starts": {"type": "number", "default": 0, "description": "Goes on only when so many starts are recorded"},
        "fail_page": {"type": "string", "default": "", "description": "The page on which it fails"},
        "stubborn": {"type": "boolean", "default": False, "description": "Ignores SIGTERM and has a child that does so"},
        "escape": {"type": "boolean", "default": False, "description": "Has a child in a session of its own that goes on writing"},
        "unique": {"type": "boolean", "default": False, "description": "Writes what no other call writes, three files for each page"},
        "crashes": {"type": "number", "default": 0, "description": "How many calls kill themselves"},
    },
}
# Processors that only read, and that only write.
NAME = os.environ.get("RECORDER_NAME", TOOL["executable"])
TOOL["executable"] = NAME
if NAME == "ocrd-recorder-sink":
    TOOL["output_file_grp_cardinality"] = 0
if NAME == "ocrd-recorder-source":
    TOOL["input_file_grp_cardinality"] = 0
METS = "http://www.loc.gov/METS/"
XLINK = "http://www.w3.org/1999/xlink"
MODS = "http://www.loc.gov/mods/v3"
LONGEST_WAIT = 90


def q(name):
    return "{%s}%s" % (METS, name)


def record(path, event, options, **more):
    line = {"event": event, "pages": options.page_id, "group": options.output, "pid": os.getpid(),
            "time": time.monotonic_ns(), **more}
    with open(path, "a", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.write(json.dumps(line) + "\n")


def wait_until(condition, what):
    end = time.monotonic() + LONGEST_WAIT
    while not condition():
        if time.monotonic() > end:
            sys.exit("Expected %s within %d s" % (what, LONGEST_WAIT))
        time.sleep(0.02)


def starts(path):
    with open(path, encoding="utf-8") as file:
        return sum(1 for line in file if '"start"' in line)


def escape(folder):
    """A child that leaves group and session, ignores SIGTERM and writes again and again, also where its folder was removed."""
    script = ("trap '' TERM INT HUP; cd /; while :; do mkdir -p '%s' && date > '%s/escaped'; sleep 0.05; done" % (folder, folder))
    return subprocess.Popen(["sh", "-c", script], start_new_session=True, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def publish(options, unique):
    """Adds a file for each page of the input group to the METS, as a processor does."""
    for prefix, uri in (("mets", METS), ("xlink", XLINK), ("mods", MODS)):
        ET.register_namespace(prefix, uri)
    tree = ET.parse(options.mets)
    root = tree.getroot()
    section = root.find(q("fileSec"))
    if section is None:
        section = ET.Element(q("fileSec"))
        root.insert([child.tag for child in root].index(q("structMap")), section)
    groups = {group.get("USE"): group for group in section.findall(q("fileGrp"))}
    inputs = {file.get("ID") for file in groups[options.input].findall(q("file"))} if options.input else None
    if options.output:
        add_files(options, root, section, groups.get(options.output), inputs, unique)
    agent = ET.SubElement(root.find(q("metsHdr")), q("agent"), TYPE="OTHER", OTHERTYPE="SOFTWARE", ROLE="OTHER",
                          OTHERROLE="preprocessing/optimization")
    ET.SubElement(agent, q("name")).text = NAME + " v1"
    tree.write(options.mets, encoding="utf-8", xml_declaration=True)


def add_files(options, root, section, target, inputs, unique):
    if target is None:
        target = ET.SubElement(section, q("fileGrp"), USE=options.output)
    os.makedirs(os.path.join(options.working_dir, options.output), exist_ok=True)
    for page in root.iter(q("div")):
        pointers = [pointer.get("FILEID") for pointer in page.findall(q("fptr"))]
        if page.get("TYPE") != "page" or inputs is not None and not inputs.intersection(pointers):
            continue
        for number in range(3 if unique else 1):
            add_file(options, target, page, "_%d" % number if number else "", str(uuid.uuid4()) if unique else page.get("ID"))


def add_file(options, target, page, suffix, content):
    file_id = "%s_%s%s" % (options.output, page.get("ID"), suffix)
    name = "%s/%s.txt" % (options.output, file_id)
    with open(os.path.join(options.working_dir, name), "w", encoding="utf-8") as file:
        file.write(content + "\n")
    if any(entry.get("ID") == file_id for entry in target.findall(q("file"))):
        return
    entry = ET.SubElement(target, q("file"), ID=file_id, MIMETYPE="text/plain")
    ET.SubElement(entry, q("FLocat"), {"LOCTYPE": "OTHER", "OTHERLOCTYPE": "FILE", "{%s}href" % XLINK: name})
    ET.SubElement(page, q("fptr"), FILEID=file_id)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-J", "--dump-json", action="store_true")
    parser.add_argument("-V", "--version", action="store_true")
    parser.add_argument("-m", "--mets")
    parser.add_argument("-w", "--working-dir", default=".")
    parser.add_argument("-I", "--input-file-grp", dest="input", default="")
    parser.add_argument("-O", "--output-file-grp", dest="output", default="")
    parser.add_argument("-g", "--page-id", default="")
    parser.add_argument("-p", "--parameter", default="{}")
    parser.add_argument("-l", "--log-level")
    parser.add_argument("-U", "--mets-server-url")
    parser.add_argument("--overwrite", action="store_true")
    options = parser.parse_args()
    if options.dump_json:
        print(json.dumps(TOOL))
        return
    if options.version:
        print(NAME + " v1")
        return
    if not options.mets:
        parser.error("Expected --mets")
    text = options.parameter
    if os.path.isfile(text):
        with open(text, encoding="utf-8") as file:
            text = file.read()
    given = {**{name: entry.get("default") for name, entry in TOOL["parameters"].items()}, **json.loads(text)}
    child = None
    if given["stubborn"]:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen(["sleep", str(LONGEST_WAIT)])
    if given["escape"]:
        child = escape(os.path.join(options.working_dir, options.output))
    record(given["record"], "start", options, child=child.pid if child else 0)
    print("recorder on", options.page_id, flush=True)
    if starts(given["record"]) <= given["crashes"]:
        os.kill(os.getpid(), signal.SIGKILL)
    if given["starts"]:
        wait_until(lambda: starts(given["record"]) >= given["starts"], "%d starts" % given["starts"])
    if given["gate"] and given["gate_page"] in ("", options.page_id):
        wait_until(lambda: os.path.exists(given["gate"]), given["gate"])
    if given["fail_page"] and (not options.page_id or given["fail_page"] in options.page_id.split(",")):
        sys.exit("recorder fails on " + given["fail_page"] + ", as it was told")
    time.sleep(given["seconds"])
    publish(options, given["unique"])
    record(given["record"], "end", options)
    if child:
        child.kill()


main()
