"""An HTTP/2 server with faults, by the request's path. `http2.py FOLDER` uses the certificate there and writes http2.port."""
import contextlib, os, socket, ssl, sys, threading
from collections import Counter

from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import DataReceived, RequestReceived, StreamEnded

RESETS = {"/refused": ErrorCodes.REFUSED_STREAM, "/internal": ErrorCodes.INTERNAL_ERROR}
seen = Counter()  # requests by target


class Exchanges:
    """The requests of one connection."""

    def __init__(self, sock):
        self.sock, self.targets = sock, {}
        self.connection = H2Connection(H2Configuration(client_side=False))
        self.connection.initiate_connection()
        self.flush()

    def run(self):
        while data := self.sock.recv(65536):
            for event in self.connection.receive_data(data):
                if isinstance(event, RequestReceived):
                    self.targets[event.stream_id] = dict(event.headers)[b":path"].decode()
                if isinstance(event, DataReceived):
                    self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                if isinstance(event, StreamEnded) and not self.answer(event.stream_id):
                    return
            self.flush()

    def answer(self, stream):
        """Answers the request; false when the connection is to end."""
        target = self.targets.pop(stream)
        path, _, query = target.partition("?")
        seen[target] += 1
        is_first = seen[target] == 1
        if path in RESETS and is_first:
            self.connection.reset_stream(stream, RESETS[path])
        elif path == "/goaway" and is_first:  # every stream above the last one that was answered is unprocessed
            self.connection.close_connection(last_stream_id=max(0, stream - 2))
            self.flush()
            while self.sock.recv(65536):
                pass
            return False
        elif path == "/cut" and is_first:
            return False
        elif path == "/partial":  # goes on until /reset comes on the same connection
            self.partial = stream
            self.connection.send_headers(stream, [(":status", "200")])
            self.connection.send_data(stream, b"some")
        else:
            if path == "/reset":
                self.connection.reset_stream(self.partial, ErrorCodes.INTERNAL_ERROR)
            text = str(seen[query if path == "/seen" else target]).encode()
            self.connection.send_headers(stream, [(":status", "200"), ("content-length", str(len(text)))])
            self.connection.send_data(stream, text, end_stream=True)
        return True

    def flush(self):
        self.sock.sendall(self.connection.data_to_send())


def serve(raw):
    with contextlib.suppress(OSError), context.wrap_socket(raw, server_side=True) as sock:
        Exchanges(sock).run()


os.chdir(sys.argv[1])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("good.pem", "good.key")
context.set_alpn_protocols(["h2"])
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
with open("http2.new", "w") as port:
    port.write(str(listener.getsockname()[1]))
os.rename("http2.new", "http2.port")
while True:
    threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
