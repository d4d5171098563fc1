#!/usr/bin/env python3
"""The local server of the examples: a GitHub-like API, pages to monitor, a language model, and files to move.

Prints its URL, and serves on the loopback address until it is stopped.
"""
import hashlib
import json
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

FILE = hashlib.sha256(b"seed").digest() * (8 * 1024 * 1024 // 32)
FILE_TAG = '"' + hashlib.sha256(FILE).hexdigest()[:16] + '"'
ISSUES = [
    {"number": n, "title": f"Issue {n}", "state": "open" if n % 2 else "closed", "user": {"login": "ada"},
     "created_at": f"2026-01-0{n}T10:00:00Z"}
    for n in range(1, 8)
]
ANSWER = ["Swift ", "runs ", "on ", "Linux", "."]


class State:
    """What the server remembers between requests."""

    lock = threading.Lock()
    seen = {}
    uploads = {}

    @classmethod
    def is_first(cls, key):
        with cls.lock:
            cls.seen[key] = cls.seen.get(key, 0) + 1
            return cls.seen[key] == 1


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def reply(self, status, body=b"", **fields):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
            fields.setdefault("Content-Type", "application/json")
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self.wfile.write(body)

    def read_body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def handle_any(self):
        self.body = self.read_body()
        url = urlsplit(self.path)
        self.query = parse_qs(url.query)
        for method, pattern, action in ROUTES:
            match = re.fullmatch(pattern, url.path)
            if match and method == self.command:
                return action(self, *match.groups())
        self.reply(404, {"message": "Not Found"})

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server.server_port}"


def hub(action):
    """A call of the GitHub-like API, which needs a token."""

    def checked(handler, *parts):
        if handler.headers.get("Authorization") != "Bearer t0ken":
            return handler.reply(401, {"message": "Bad credentials"})
        return action(handler, *parts)

    return checked


@hub
def user(handler, login):
    if login != "ada":
        return handler.reply(404, {"message": "Not Found", "documentation_url": "https://docs.example/users"})
    if handler.headers.get("If-None-Match") == '"ada-1"':
        return handler.reply(304, ETag='"ada-1"')
    handler.reply(200, {"login": "ada", "name": "Ada Lovelace", "public_repos": 12}, ETag='"ada-1"')


@hub
def issues(handler, owner, repository):
    wanted = handler.query.get("state", ["all"])[0]
    chosen = [issue for issue in ISSUES if wanted in ("all", issue["state"])]
    page, size = int(handler.query.get("page", ["1"])[0]), int(handler.query.get("per_page", ["30"])[0])
    fields = {}
    if page * size < len(chosen):
        base = f"{handler.origin}/api/v3/repos/{owner}/{repository}/issues"
        fields["Link"] = f'<{base}?state={wanted}&per_page={size}&page={page + 1}>; rel="next"'
    handler.reply(200, chosen[(page - 1) * size:page * size], **fields)


@hub
def open_issue(handler, owner, repository):
    if State.is_first(("busy", owner, repository)):
        return handler.reply(429, {"message": "Slow down"}, Retry_After="0")
    issue = json.loads(handler.body)
    if not issue.get("title"):
        problem = {"resource": "Issue", "field": "title", "code": "missing_field"}
        return handler.reply(422, {"message": "Validation Failed", "errors": [problem]})
    handler.reply(201, dict(ISSUES[0], number=8, title=issue["title"]))


@hub
def release(handler, owner, repository):
    handler.reply(200, {"tag_name": "v1.2.0", "upload_url": f"{handler.origin}/assets/1"})


@hub
def asset(handler, number):
    handler.reply(201, {"name": handler.query["name"][0], "size": len(handler.body)})


def status(handler, code, _):
    handler.reply(int(code), b"")


def complete(handler):
    if handler.headers.get("Authorization") != "Bearer t0ken":
        return handler.reply(401, {"error": {"message": "Incorrect API key", "type": "auth"}})
    if json.loads(handler.body)["messages"][-1]["content"] == "too long":
        return handler.reply(400, {"error": {"message": "The prompt is too long", "type": "request"}})
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Connection", "close")
    handler.end_headers()
    for text in ANSWER:
        part = {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        handler.wfile.write(f"data: {json.dumps(part)}\n\n".encode())
        handler.wfile.flush()
    handler.wfile.write(b"data: [DONE]\n\n")
    handler.close_connection = True


def file(handler):
    """The file, whose first response breaks off in the middle."""
    start, status_code, fields = 0, 200, {"ETag": FILE_TAG, "Accept-Ranges": "bytes"}
    wanted = re.fullmatch(r"bytes=(\d+)-", handler.headers.get("Range", ""))
    if wanted and handler.headers.get("If-Range", FILE_TAG) == FILE_TAG:
        start, status_code = int(wanted[1]), 206
        fields["Content-Range"] = f"bytes {start}-{len(FILE) - 1}/{len(FILE)}"
    handler.send_response(status_code)
    for name, value in fields.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(FILE) - start))
    handler.end_headers()
    if start == 0:
        handler.wfile.write(FILE[:len(FILE) // 2])
        handler.close_connection = True
    else:
        handler.wfile.write(FILE[start:])


def part(handler, upload, number):
    if number == "2" and State.is_first(("part", upload)):
        return handler.reply(503, b"", Retry_After="0")
    with State.lock:
        State.uploads.setdefault(upload, {})[int(number)] = handler.body
    handler.reply(200, b"", ETag='"' + hashlib.sha256(handler.body).hexdigest() + '"')


def join(handler, upload):
    parts = State.uploads.pop(upload, {})
    whole = b"".join(parts[number] for number in sorted(parts))
    handler.reply(200, {"parts": len(parts), "size": len(whole), "sha256": hashlib.sha256(whole).hexdigest()})


ROUTES = [
    ("GET", r"/api/v3/users/([^/]+)", user),
    ("GET", r"/api/v3/repos/([^/]+)/([^/]+)/issues", issues),
    ("POST", r"/api/v3/repos/([^/]+)/([^/]+)/issues", open_issue),
    ("GET", r"/api/v3/repos/([^/]+)/([^/]+)/releases/latest", release),
    ("POST", r"/assets/(\d+)", asset),
    ("GET", r"/status/(\d{3})/(.+)", status),
    ("POST", r"/v1/chat/completions", complete),
    ("GET", r"/file", file),
    ("PUT", r"/uploads/([^/]+)/(\d+)", part),
    ("POST", r"/uploads/([^/]+)", join),
]


class Server(ThreadingHTTPServer):
    request_queue_size = 128


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)
