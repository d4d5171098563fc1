"""TLS servers with faults. `tls.py FOLDER` writes certificates and then ports.json there; ends with SIGTERM."""
import contextlib, json, os, pathlib, socket, ssl, struct, subprocess, sys, threading, time, warnings
from collections import Counter, defaultdict

CONFIG = """[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256
unique_subject=no\npolicy=p\n[p]\ncommonName=supplied\n[v]\nsubjectAltName=${ENV::NAMES}\n[req]\ndistinguished_name=n\n[n]\n"""
HERE, ELSEWHERE = "DNS:localhost,IP:127.0.0.1,IP:::1", "DNS:other.example,IP:127.0.0.9"
NEW_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
seen = Counter()  # requests by target, connections by the port's name
ends = defaultdict(lambda: threading.Semaphore(0))  # of idle connections, by target

def openssl(*arguments, names=HERE):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True, env={**os.environ, "NAMES": names})

def make_authority(name, *extensions):
    openssl("req", "-x509", *NEW_KEY, "-keyout", name + ".key", "-out", name + ".pem", "-days", "30",
            "-subj", "/CN=" + name, "-config", "config", *extensions)

def make_certificate(name, authority="authority", dates=("20200101", "20991231"), names=HERE):
    openssl("req", *NEW_KEY, "-keyout", name + ".key", "-out", name + ".csr", "-subj", "/CN=" + name, "-config", "config")
    signer = ("-cert", authority + ".pem", "-keyfile", authority + ".key", "-extensions", "v", "-config", "config")
    validity = ("-startdate", dates[0] + "000000Z", "-enddate", dates[1] + "000000Z")
    openssl("ca", "-batch", "-notext", *signer, *validity, "-in", name + ".csr", "-out", name + ".pem", names=names)

def serve(stream, sock):
    """Responds to requests until one of them ends the connection; returns its target. Closing alone sends no close_notify."""
    while line := stream.readline():
        _, target, _ = line.decode().split()
        fields = dict(f.decode().lower().rstrip().split(": ", 1) for f in iter(stream.readline, b"\r\n"))
        path, _, query = target.partition("?")
        text = str(seen[query] if path == "/seen" else len(stream.read(int(fields.get("content-length", 0)))))
        seen[target] += 1
        goes = path == "/until/second/cut" and seen[target] == 1  # without a response, but with close_notify
        if path == "/swallow":
            return target  # read, but without a response
        if path == "/end":
            ends[query].release()
        length = "" if path.startswith(("/until", "/stream")) else f"Content-Length: {1000 if path == '/length/cut' else len(text)}\r\n"
        sock.sendall(b"" if goes else f"HTTP/1.1 200 OK\r\n{length}\r\n{text}".encode())
        while path == "/stream":  # until the peer has gone
            sock.sendall(bytes(4096))
            time.sleep(0.01)
        if path.startswith("/idle"):  # until another connection requests its end
            ends[target].acquire(timeout=20)
        if goes or path.endswith("/notified"):
            sock.setblocking(False)
            with contextlib.suppress(ssl.SSLWantReadError):  # without waiting for the peer's close_notify
                sock.unwrap()
        if path.endswith("/reset"):
            reset(sock)
        if path.endswith(("/cut", "/notified", "/reset")):
            return target

def reset(sock):
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

def first_flight(raw, context):
    """What a server sends in response to the ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    handshake = context.wrap_bio(incoming, outgoing, server_side=True)
    incoming.write(raw.recv(4096))
    with contextlib.suppress(ssl.SSLWantReadError):
        handshake.do_handshake()
    return outgoing.read()

def cut_handshake(step, raw):
    """Sends nothing, three bytes of a record, half of the flight, or all of one that does not end the handshake."""
    if step != "nothing":
        flight = first_flight(raw, CONTEXTS["tls1_2" if step == "flight" else "good"])
        raw.sendall(flight[:{"bytes": 3, "half": len(flight) // 2, "flight": len(flight)}[step]])
    if step == "flight":
        raw.recv(4096)

def handle(name, raw):
    with contextlib.suppress(OSError, ValueError), raw:  # caused by the peer in most of these tests
        seen[name] += 1
        step, _, end = name.partition("_")
        if end in ("closes", "resets") or name == "flaky" and seen[name] % 2:
            if name != "flaky":
                cut_handshake(step, raw)
            if end != "closes":
                reset(raw)
        elif name in CONTEXTS:
            with CONTEXTS[name].wrap_socket(raw, server_side=True) as sock, sock.makefile("rb") as stream:
                name = serve(stream, sock)
        else:
            raw.recv(4096)  # the ClientHello, or a part of it
        if name == "plain":
            raw.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        if name == "alert":
            raw.sendall(bytes((21, 3, 3, 0, 2, 2, 40)))  # fatal: handshake_failure
        if name == "resets":
            reset(raw)
        if name == "silent":
            raw.recv(4096)
        seen[f"{name}-has-ended"] += 1

def accept(name, listener):
    while True:
        threading.Thread(target=handle, args=(name, listener.accept()[0]), daemon=True).start()

def asks_for_certificate(context):
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations("authority.pem")
    return context

def context(name, oldest=None, newest=None, ciphers="ALL:@SECLEVEL=0"):
    result = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if newest:
        result.set_ciphers(ciphers)
        result.minimum_version, result.maximum_version = oldest, newest
    result.load_cert_chain(name + ".pem", name + ".key")
    return result

os.chdir(sys.argv[1])
pathlib.Path("config").write_text(CONFIG), pathlib.Path("index.txt").write_text("")
make_authority("authority"), make_authority("stranger"), make_authority("self_signed", "-addext", "subjectAltName=" + HERE)
make_certificate("good"), make_certificate("unknown", authority="stranger"), make_certificate("other_host", names=ELSEWHERE)
make_certificate("client"), make_certificate("client_two"), make_certificate("revoked")
openssl("ca", "-config", "config", "-cert", "authority.pem", "-keyfile", "authority.key", "-revoke", "revoked.pem")
openssl("ca", "-config", "config", "-cert", "authority.pem", "-keyfile", "authority.key", "-gencrl", "-crldays", "30", "-out", "revoked.crl")
openssl("pkcs8", "-topk8", "-in", "client.key", "-out", "client.enc.key", "-passout", "pass:open sesame")
openssl("pkcs12", "-export", "-in", "client.pem", "-inkey", "client.key", "-out", "client.p12", "-passout", "pass:open sesame")
make_certificate("expired", dates=("20200101", "20200201")), make_certificate("early", dates=("20990101", "20991231"))
warnings.simplefilter("ignore")  # the versions are too old on purpose
CONTEXTS = {name: context(name) for name in ("good", "self_signed", "unknown", "other_host", "expired", "early", "revoked")}
CONTEXTS["old"] = context("good", ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1)
CONTEXTS["tls1_2"] = context("good", ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2)
CONTEXTS["client_certificate"] = asks_for_certificate(context("good"))
CONTEXTS["client_certificate1_2"] = asks_for_certificate(context("good", ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2))
CONTEXTS["one_cipher"] = context("good", ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES128-GCM-SHA256")
CONTEXTS["flaky"] = context("good")  # resets every other connection, starting with the first, in the handshake
CUTS = [f"{step}_{end}" for step in ("nothing", "bytes", "half", "flight") for end in ("closes", "resets")]
names = (*CONTEXTS, *CUTS, "plain", "alert", "closes", "resets", "silent")
listeners = {name: socket.create_server(("127.0.0.1", 0), backlog=512) for name in names}
for name, listener in listeners.items():
    threading.Thread(target=accept, args=(name, listener), daemon=True).start()
pathlib.Path("ports.new").write_text(json.dumps({name: each.getsockname()[1] for name, each in listeners.items()}))
os.rename("ports.new", "ports.json")
threading.Event().wait()
