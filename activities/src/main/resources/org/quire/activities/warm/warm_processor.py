#!/usr/bin/env python3
"""Keeps one OCR-D processor alive and runs one job after the other in it.

    <interpreter of the processor> warm_processor.py /abs/bin/ocrd-foo [--parent PID] [--cache N]

stdin: one JSON job per line. stdout: one JSON reply per line, on a descriptor that nothing else can write to.
The log file of a job receives all that is written to stdout and stderr meanwhile: by Python, C libraries and children.

Job:   {"id", "mets", "input_file_grp", "output_file_grp", "page_id"?, "parameter"?, "overwrite"?, "log_file"}
Reply: {"type": "ready", "executable", "version", "ocrd_tool"} once, or {"type": "unsupported", "error"} and exit code 3;
       then for each job {"type": "result", "id", "ok", "error"?: {"type", "message"}, "cached", "cpu_ms", "peak_kb"}
It ends at the end of stdin, and is killed by the kernel when its parent dies in the middle of a job.
"""
import argparse
import ctypes
import functools
import inspect
import json
import logging
import os
import resource
import runpy
import signal
import sys
import threading
import time
import traceback
from collections import OrderedDict
from contextlib import contextmanager

UNSUPPORTED = 3


class Found(BaseException):
    """Carries the processor's class out of its command; click swallows plain exceptions, but not this."""

    def __init__(self, processor_class):
        super().__init__()
        self.processor_class = processor_class


class Channel:
    """The private way to and from the parent. Afterwards stdout is stderr, and stdin is empty."""

    def __init__(self):
        # Descriptors made by dup are not inherited by the programs that a processor starts.
        self.replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self.jobs = os.fdopen(os.dup(0), "r", encoding="utf-8")
        os.dup2(2, 1)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.close(null)

    def reply(self, **message):
        self.replies.write(json.dumps(message, default=str) + "\n")
        self.replies.flush()


class Instances:
    """Set-up instances by their parameters, least recently used dropped first. Stands in for ocrd's own cache,
    whose key can't hold a parameter that is an object or an array."""

    def __init__(self, size):
        self.size = max(1, size)
        self.items = OrderedDict()
        self.last_was_cached = False

    def get(self, processor_class, parameter=None, workspace=None, page_id=None, input_file_grp=None,
            output_file_grp=None, instance_caching=False):
        key = self.key(parameter or {})
        instance = self.items.get(key)
        self.last_was_cached = instance is not None
        if instance is None:
            while len(self.items) >= self.size:
                self.items.popitem(last=False)
            instance = processor_class(None, parameter=json.loads(json.dumps(parameter or {})))
            self.items[key] = instance
        self.items.move_to_end(key)
        instance.workspace = workspace
        instance.page_id = page_id
        instance.input_file_grp = input_file_grp or ""
        instance.output_file_grp = output_file_grp or ""
        return instance

    @staticmethod
    def key(parameter):
        # A parameter may name a file of the workspace: the same name is another file in another workspace.
        files = {
            name: os.path.realpath(value)
            for name, value in parameter.items()
            if isinstance(value, str) and value and not os.path.isabs(value) and os.path.exists(value)
        }
        return json.dumps([parameter, files], sort_keys=True)

    def release(self):
        for instance in self.items.values():
            instance.workspace = None

    def drop_all(self):
        self.items.clear()


def die_with_parent(parent):
    """Jobs must not go on writing when nobody is left who would publish them."""
    if not parent:
        return
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    except (OSError, AttributeError):
        threading.Thread(target=watch_parent, args=(parent,), daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def watch_parent(parent):
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def find_class(script):
    """Runs the unchanged command and takes the class that it hands to ocrd_cli_wrap_processor()."""
    import ocrd.decorators as decorators
    original = decorators.ocrd_cli_wrap_processor

    def take(processor_class, *_args, **_kwargs):
        raise Found(processor_class)

    decorators.ocrd_cli_wrap_processor = take
    for module in list(sys.modules.values()):
        if getattr(module, "ocrd_cli_wrap_processor", None) is original:
            module.ocrd_cli_wrap_processor = take
    sys.argv = [script]
    try:
        runpy.run_path(script, run_name="__main__")
    except Found as found:
        pin_executable(found.processor_class, script)
        return found.processor_class
    except SystemExit as end:
        raise RuntimeError(f"{script} ended with {end.code!r} before it named a processor class") from None
    finally:
        decorators.ocrd_cli_wrap_processor = original
        for module in list(sys.modules.values()):
            if getattr(module, "ocrd_cli_wrap_processor", None) is take:
                module.ocrd_cli_wrap_processor = original
    raise RuntimeError(f"{script} ended before it named a processor class")


def pin_executable(processor_class, script):
    """ocrd derives the name from the outermost stack frame, which is this file."""
    if isinstance(inspect.getattr_static(processor_class, "executable", None), functools.cached_property):
        processor_class.executable = os.path.basename(script)


def reset_peak_memory():
    try:
        with open("/proc/self/clear_refs", "w", encoding="ascii") as refs:
            refs.write("5")
    except OSError:
        pass


def peak_memory_kb():
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1])
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def cpu_seconds():
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@contextmanager
def output_to(log_file):
    idle = os.dup(2)
    log = os.open(log_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.close(log)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os.dup2(idle, 1)
        os.dup2(idle, 2)
        os.close(idle)


@contextmanager
def surroundings_kept(config, folder):
    """What a job changes in the process is as before once it has ended."""
    home, environment, settings = os.getcwd(), dict(os.environ), dict(vars(config))
    path, arguments, mask = list(sys.path), list(sys.argv), os.umask(0)
    os.umask(mask)
    level, handlers, filters = logging.root.level, list(logging.root.handlers), list(logging.root.filters)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(home)
        os.umask(mask)
        if dict(os.environ) != environment:
            os.environ.clear()
            os.environ.update(environment)
        vars(config).clear()
        vars(config).update(settings)
        sys.path[:], sys.argv[:] = path, arguments
        logging.root.setLevel(level)
        logging.root.handlers[:], logging.root.filters[:] = handlers, filters


class Server:
    """Answers jobs with one processor class."""

    def __init__(self, processor_class, cache_size):
        from ocrd.processor import helpers
        from ocrd.resolver import Resolver
        from ocrd_utils import config, initLogging
        from ocrd_validators import WorkspaceValidator
        initLogging(silent=True)
        probe = processor_class(None)
        self.processor_class = processor_class
        self.tool, self.version = probe.ocrd_tool, probe.version
        self.config, self.helpers, self.resolver, self.validator = config, helpers, Resolver(), WorkspaceValidator
        self.instances = Instances(cache_size)
        helpers.get_processor = self.instances.get

    def answer(self, job):
        reply = {"type": "result", "id": job["id"], "ok": True}
        cpu = cpu_seconds()
        reset_peak_memory()
        with output_to(job["log_file"]), surroundings_kept(self.config, os.path.dirname(job["mets"])):
            try:
                self.run(job)
            except SystemExit as end:
                # As on the command line: leaving without a code, or with 0, is no error.
                if end.code:
                    reply.update(ok=False, error={"type": "SystemExit", "message": f"exit code {end.code}"})
            except BaseException as error:  # pylint: disable=broad-except
                traceback.print_exc()
                reply.update(ok=False, error={"type": type(error).__name__, "message": str(error)})
            self.instances.release()
            if not reply["ok"]:
                # It may be half set up, or hold on to what made it fail.
                self.instances.drop_all()
        reply.update(cached=self.instances.last_was_cached, cpu_ms=round((cpu_seconds() - cpu) * 1000),
                     peak_kb=peak_memory_kb())
        return reply

    def run(self, job):
        self.instances.last_was_cached = False
        if job.get("overwrite"):
            self.config.OCRD_EXISTING_OUTPUT = "OVERWRITE"
        workspace = self.resolver.workspace_from_url(job["mets"], os.path.dirname(job["mets"]))
        # The command does this before it runs the processor.
        report = self.validator.check_file_grp(
            workspace, job["input_file_grp"], "" if job.get("overwrite") else job["output_file_grp"],
            job.get("page_id"))
        if not report.is_valid:
            raise ValueError("Invalid input/output file grps: " + "; ".join(report.errors))
        self.helpers.run_processor(
            self.processor_class, workspace=workspace, page_id=job.get("page_id"),
            input_file_grp=job["input_file_grp"], output_file_grp=job["output_file_grp"],
            parameter=job.get("parameter") or {})


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("script")
    parser.add_argument("--parent", type=int)
    parser.add_argument("--cache", type=int, default=1)
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    die_with_parent(arguments.parent)
    channel = Channel()
    # As if the command had been called directly.
    sys.path[0] = os.path.dirname(os.path.realpath(arguments.script))
    try:
        server = Server(find_class(arguments.script), arguments.cache)
    except BaseException as error:  # pylint: disable=broad-except
        traceback.print_exc()
        channel.reply(type="unsupported", error=f"{type(error).__name__}: {error}")
        sys.exit(UNSUPPORTED)
    channel.reply(type="ready", executable=server.tool["executable"], version=server.version, ocrd_tool=server.tool)
    # Between jobs nobody reads what is written.
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.close(null)
    for line in channel.jobs:
        channel.reply(**server.answer(json.loads(line)))
    # Destructors of native libraries are slow, and some crash.
    os._exit(0)


if __name__ == "__main__":
    main()
