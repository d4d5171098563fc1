"""An HTTP/2 server with faults, by the request's path. `http2.py FOLDER` uses the certificate there and writes http2.port."""
import contextlib, os, socket, ssl, sys, threading, time
from collections import Counter

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import DataReceived, RequestReceived, StreamEnded, StreamReset

RESETS = {"/refused": ErrorCodes.REFUSED_STREAM, "/internal": ErrorCodes.INTERNAL_ERROR}
seen = Counter()  # requests by target


class Exchanges:
    """The requests of one connection."""

    def __init__(self, sock):
        self.sock, self.targets, self.early = sock, {}, {}
        self.falls_silent = self.is_silent = False
        self.pending = []  # events that were received and not yet treated
        self.connection = H2Connection(H2Configuration(client_side=False))
        self.connection.initiate_connection()
        self.flush()

    def run(self):
        while data := self.sock.recv(65536):
            self.pending += self.connection.receive_data(data)
            while self.pending:
                event = self.pending.pop(0)
                if isinstance(event, RequestReceived):
                    self.targets[event.stream_id] = dict(event.headers)[b":path"].decode()
                    self.respond_early(event.stream_id)
                if isinstance(event, DataReceived) and event.stream_id in self.early:
                    self.early[event.stream_id] += event.flow_controlled_length
                elif isinstance(event, DataReceived):
                    self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                if isinstance(event, StreamReset) and event.stream_id in self.early:
                    seen[self.targets[event.stream_id] + "-reset"] += 1
                    if received := self.early.pop(event.stream_id):
                        self.connection.increment_flow_control_window(received)
                if isinstance(event, StreamEnded) and event.stream_id not in self.early and not self.serve(event.stream_id):
                    return
            self.flush()

    def respond_early(self, stream):
        """The whole response to /early/SIZE/declared-or-not/open-or-reset, before the request's body, which is not read."""
        path, _, _ = self.targets[stream].partition("?")
        if not path.startswith("/early/"):
            return
        _, _, size, declared, reset = path.split("/")
        size = int(size)
        self.early[stream] = 0
        length = [("content-length", str(size))] if declared == "declared" else []
        self.connection.send_headers(stream, [(":status", "200")] + length, end_stream=size == 0)
        for start in range(0, size, 16384):
            count = min(16384, size - start)
            self.await_window(stream, count)
            self.connection.send_data(stream, bytes(count), end_stream=start + count == size)
        if reset == "reset":
            self.flush()  # in a TLS record of its own
        if reset != "open":
            self.connection.reset_stream(stream, ErrorCodes.NO_ERROR)

    def await_window(self, stream, count):
        """Waits until the client accepts that many bytes; it may accept 64 KiB at first."""
        while self.connection.local_flow_control_window(stream) < count:
            self.flush()
            data = self.sock.recv(65536)
            if not data:
                raise ConnectionError("the client has closed the connection")
            self.pending += self.connection.receive_data(data)

    def serve(self, stream):
        """Responds to the request; false if the connection must end."""
        target = self.targets.pop(stream)
        path, _, query = target.partition("?")
        if path == "/ping":  # instead of a response; seen once it has been sent
            time.sleep(0.05)  # when no reader of the connection is left
            self.connection.ping(b"01234567")
            self.flush()
        seen[target] += 1
        is_first = seen[target] == 1
        if path == "/ping":
            pass
        elif path in RESETS and is_first:
            self.connection.reset_stream(stream, RESETS[path])
        elif path == "/goaway" and is_first:  # every stream above the last one with a response is unprocessed
            self.connection.close_connection(last_stream_id=max(0, stream - 2))
            self.flush()
            while self.sock.recv(65536):
                pass
            return False
        elif path == "/cut" and is_first:
            return False
        elif path.startswith("/listen/"):
            self.respond(stream, str(listen(int(path.removeprefix("/listen/")))))
        elif path == "/partial":  # continues until /reset arrives on the same connection
            self.partial = stream
            self.connection.send_headers(stream, [(":status", "200")])
            self.connection.send_data(stream, b"some")
        else:
            if path == "/reset":
                self.connection.reset_stream(self.partial, ErrorCodes.INTERNAL_ERROR)
            self.falls_silent |= path == "/silence"  # keeps reading, but sends nothing after this response
            self.respond(stream, str(seen[query if path == "/seen" else target]))
        return True

    def respond(self, stream, text):
        self.connection.send_headers(stream, [(":status", "200"), ("content-length", str(len(text)))])
        self.connection.send_data(stream, text.encode(), end_stream=True)

    def flush(self):
        data = self.connection.data_to_send()
        if not self.is_silent:
            self.sock.sendall(data)
        self.is_silent = self.falls_silent


def serve(raw):
    with contextlib.suppress(OSError), context.wrap_socket(raw, server_side=True) as sock:
        Exchanges(sock).run()


def listen(unread=0):
    """Listens on another port, whose first connections are never read; returns the port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    port = listener.getsockname()[1]

    def accept():
        held = []
        while True:
            sock = listener.accept()[0]
            seen[f"connections-{port}"] += 1
            if len(held) < unread:
                held.append(sock)
            else:
                threading.Thread(target=serve, args=(sock,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return port


os.chdir(sys.argv[1])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("good.pem", "good.key")
context.set_alpn_protocols(["h2"])
port = listen()
with open("http2.new", "w") as file:
    file.write(str(port))
os.rename("http2.new", "http2.port")
threading.Event().wait()
