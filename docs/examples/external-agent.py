#!/usr/bin/env python3
"""Runs the jobs that Quire hands out for one processor: polls, runs each command, reports the result.

    external-agent.py http://quire:8000 ocrd-tesserocr-recognize [--at-once 4] [--until-idle SECONDS]

Where Quire demands tokens, one with the role submit is expected in QUIRE_TOKEN.

It stands where a site's batch system would: put `srun`, `qsub -sync y` or the like before the command in run(). The sandbox must be
reachable under the same path where the command runs. Start one of these per processor, since nothing else keeps two from taking
the same job. It may be stopped and started at any time; what it had begun is begun again, and only one result counts.
"""
import argparse
import json
import os
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

POLL_SECONDS = 1.0


def call(url, body=None, token=None):
    """The JSON answer to a GET, or to a POST of the body; tries again as long as nobody answers or the server is not ready."""
    while True:
        request = urllib.request.Request(url, data=None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        token = token or os.environ.get("QUIRE_TOKEN")
        if token:
            request.add_header("Authorization", "Bearer " + token)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise
        except OSError:
            pass
        time.sleep(POLL_SECONDS)


def is_wanted(server, job_id):
    try:
        return call(f"{server}/processor/job/{job_id}")["state"] == "RUNNING"
    except urllib.error.HTTPError:
        return False


def run(server, job):
    """Runs a job, unless it is taken back meanwhile, and answers what to report; None if nobody wants to know."""
    external = job["external"]
    try:
        process = subprocess.Popen(
            external["command"], cwd=external["sandbox"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    except OSError as error:
        return {"state": "FAILED", "reason": str(error)}
    while True:
        try:
            output, _ = process.communicate(timeout=5)
            break
        except subprocess.TimeoutExpired:
            if not is_wanted(server, job["job_id"]):
                process.terminate()
                process.communicate()
                return None
    if process.returncode == 0:
        return {"state": "SUCCESS"}
    last = output.strip().splitlines()[-1:] or ["no output"]
    return {"state": "FAILED", "reason": f"exit code {process.returncode}: {last[0]}"}


def work(server, job):
    result = run(server, job)
    if result is None:
        print(f"{job['job_id']}: taken back", flush=True)
        return
    try:
        call(f"{server}/result_callback", {"job_id": job["job_id"], **result}, job["external"]["token"])
        print(f"{job['job_id']}: {result['state']}", flush=True)
    except urllib.error.HTTPError as error:
        print(f"{job['job_id']}: {result['state']} came too late ({error.code})", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("processor")
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--until-idle", type=float, help="end when there was no job for so long")
    options = parser.parse_args()
    server = options.server.rstrip("/")
    running = {}
    idle_since = time.monotonic()
    while True:
        running = {token: thread for token, thread in running.items() if thread.is_alive()}
        for job in call(f"{server}/processor/external?processor_name={options.processor}"):
            token = job["external"]["token"]
            if token not in running and len(running) < options.at_once:
                running[token] = threading.Thread(target=work, args=(server, job), daemon=True)
                running[token].start()
        if running:
            idle_since = time.monotonic()
        elif options.until_idle is not None and time.monotonic() - idle_since > options.until_idle:
            return
        time.sleep(POLL_SECONDS)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
