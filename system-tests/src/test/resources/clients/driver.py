"""Runs OCR-D's own client as often as it is asked, each call in a process of its own that is forked after the slow import.

Reads JSON lines from standard input: {"args": [...], "output": FILE} calls the command `ocrd ARGS`, {"code": TEXT, "output": FILE} runs
Python with the class `Client`. Writes one line with the exit code for each, and {"ready": VERSION} first.
"""
import json
import os
import sys
import traceback
from importlib.metadata import version

answers = os.fdopen(os.dup(1), "w", buffering=1)
os.dup2(2, 1)

import ocrd.cli  # noqa: E402  after the diversion of standard output
from ocrd_network import Client  # noqa: E402


def call(request):
    """As the console script does it: the exit code is what the interpreter would end with."""
    try:
        if "args" in request:
            sys.argv = ["ocrd"] + request["args"]
            ocrd.cli.cli()
        else:
            exec(request["code"], {"Client": Client, "__name__": "__main__"})
        return 0
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        return 1


answers.write(json.dumps({"ready": version("ocrd")}) + "\n")
for line in sys.stdin:
    request = json.loads(line)
    child = os.fork()
    if child == 0:
        output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(output, 1)
        os.dup2(output, 2)
        code = call(request)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    answers.write(json.dumps({"exit": os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}) + "\n")
