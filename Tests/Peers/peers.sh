# Functions that start and stop the servers of the peer tests; sourced, in the package's folder, after Scripts/setup.sh.

peer_pids=()
# The output of the servers; another run at the same time has its own folder.
peer_folder=
# squid names its shared memory by it.
squid_name=

# Stops every server started here, waits for it, and removes its files.
stop_peers() {
    local pid
    for pid in "${peer_pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${peer_pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    peer_pids=()
    [ -z "$peer_folder" ] || rm -rf "$peer_folder"
    [ -z "$squid_name" ] || rm -f "/dev/shm/$squid_name"-*
    peer_folder=
}

make_peer_folder() {
    mkdir -p .build
    [ -n "$peer_folder" ] || peer_folder=$(mktemp -d "$PWD/.build/peers.XXXXXX")
}

# Prints a TCP port that is free on the loopback address.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Starts every server.
start_peers() {
    start_httpbin
    start_tls
    start_http2
    start_nginx
    start_squid
    start_tls_proxy
    start_socks
}

# Installs the Python packages that the servers need.
require_peer_packages() {
    local packages
    mapfile -t packages < <(grep -v '^#' Tests/Peers/requirements.txt)
    require_python_packages "${packages[@]}"
}

# Starts httpbin and sets CURLEW_HTTPBIN_URL once it responds.
start_httpbin() {
    local port log=.build/httpbin.log
    require_peer_packages
    port=$(free_port)
    gunicorn --bind "127.0.0.1:$port" --worker-class gthread --threads 32 --keep-alive 30 \
        --no-control-socket httpbin:app >"$log" 2>&1 &
    peer_pids+=($!)
    export CURLEW_HTTPBIN_URL="http://127.0.0.1:$port"
    await_response "$CURLEW_HTTPBIN_URL/get" "$log"
}

# Starts the TLS servers with faults; sets CURLEW_TLS_FOLDER, which holds their ports and the certificates.
start_tls() {
    command -v python3 >/dev/null || install_packages python3
    command -v openssl >/dev/null || install_packages openssl
    make_peer_folder
    export CURLEW_TLS_FOLDER="$peer_folder/tls"
    mkdir "$CURLEW_TLS_FOLDER"
    python3 Tests/Peers/tls.py "$CURLEW_TLS_FOLDER" 2>"$CURLEW_TLS_FOLDER/tls.log" &
    peer_pids+=($!)
    await_file "$CURLEW_TLS_FOLDER/ports.json" "$CURLEW_TLS_FOLDER/tls.log"
}

# Prints the URL of one of the TLS servers.
tls_url() {
    python3 -c 'import json, sys; print("https://127.0.0.1:%d" % json.load(open(sys.argv[1]))[sys.argv[2]])' \
        "$CURLEW_TLS_FOLDER/ports.json" "$1"
}

# Starts the HTTP/2 server with faults, after start_tls; sets CURLEW_HTTP2_URL.
start_http2() {
    require_peer_packages
    python3 Tests/Peers/http2.py "$CURLEW_TLS_FOLDER" 2>"$CURLEW_TLS_FOLDER/http2.log" &
    peer_pids+=($!)
    await_file "$CURLEW_TLS_FOLDER/http2.port" "$CURLEW_TLS_FOLDER/http2.log"
    export CURLEW_HTTP2_URL="https://127.0.0.1:$(<"$CURLEW_TLS_FOLDER/http2.port")"
}

# Starts nginx with TLS and HTTP/2, after start_tls.
# Sets CURLEW_NGINX_URL, CURLEW_ENDING_NGINX_URL, which ends each connection after seven requests,
# CURLEW_CLIENT_NGINX_URL, which requires a client certificate, and CURLEW_NGINX_SOCKET, a unix socket.
start_nginx() {
    local nginx folder="$peer_folder/nginx" port ending_port client_port
    # Debian installs it outside the path of ordinary users.
    nginx=$(command -v nginx || echo /usr/sbin/nginx)
    [ -x "$nginx" ] || install_packages nginx-light
    port=$(free_port)
    ending_port=$(free_port)
    client_port=$(free_port)
    make_nginx_files "$folder"
    sed -e "s|@PORT@|$port|" -e "s|@ENDING_PORT@|$ending_port|" \
        -e "s|@CLIENT_PORT@|$client_port|" -e "s|@FOLDER@|$folder|" \
        Tests/Peers/nginx.conf >"$folder/nginx.conf"
    "$nginx" -p "$folder" -c nginx.conf -e error.log &
    peer_pids+=($!)
    export CURLEW_NGINX_URL="https://127.0.0.1:$port" CURLEW_ENDING_NGINX_URL="https://127.0.0.1:$ending_port"
    export CURLEW_CLIENT_NGINX_URL="https://127.0.0.1:$client_port" CURLEW_NGINX_SOCKET="$folder/nginx.sock"
    SSL_CERT_FILE=$CURLEW_TLS_FOLDER/authority.pem await_response "$CURLEW_NGINX_URL/connection" "$folder/error.log"
}

# Starts squid, an HTTP proxy, and sets CURLEW_SQUID to its host and port; user "user", password "pass word:1".
start_squid() {
    local squid folder="$peer_folder/squid" port
    squid=$(command -v squid || echo /usr/sbin/squid)
    [ -x "$squid" ] || install_packages squid
    port=$(free_port)
    squid_name="curlew$port"
    mkdir "$folder"
    # Started by root, squid runs as another user.
    chmod a+rx "$peer_folder" "$folder"
    echo "user:$(openssl passwd -apr1 'pass word:1')" >"$folder/users"
    echo "127.0.0.1 only-the-proxy.test" >"$folder/hosts"
    sed -e "s|@PORT@|$port|" -e "s|@FOLDER@|$folder|" Tests/Peers/squid.conf >"$folder/squid.conf"
    "$squid" -N -d 1 -n "$squid_name" -f "$folder/squid.conf" 2>"$folder/squid.log" &
    peer_pids+=($!)
    export CURLEW_SQUID="127.0.0.1:$port"
    await_port "$port" "$folder/squid.log"
}

# Starts nghttpx, which speaks TLS to its clients, as an HTTP proxy in front of squid; sets CURLEW_TLS_PROXY.
start_tls_proxy() {
    local port log="$peer_folder/nghttpx.log"
    command -v nghttpx >/dev/null || install_packages nghttp2-proxy
    port=$(free_port)
    nghttpx --http2-proxy --no-ocsp --workers=1 --conf=/dev/null --errorlog-file="$log" \
        --frontend="127.0.0.1,$port" --backend="127.0.0.1,${CURLEW_SQUID#*:}" \
        "$CURLEW_TLS_FOLDER/good.key" "$CURLEW_TLS_FOLDER/good.pem" >"$log" 2>&1 &
    peer_pids+=($!)
    export CURLEW_TLS_PROXY="127.0.0.1:$port"
    await_port "$port" "$log"
}

# Starts microsocks, a SOCKS 5 proxy, and sets CURLEW_SOCKS to its host and port; user "user", password "secret".
start_socks() {
    local port log="$peer_folder/socks.log"
    command -v microsocks >/dev/null || install_packages microsocks
    port=$(free_port)
    microsocks -i 127.0.0.1 -p "$port" -u user -P secret 2>"$log" &
    peer_pids+=($!)
    export CURLEW_SOCKS="127.0.0.1:$port"
    await_port "$port" "$log"
}

# nginx's files: 50 MB that compress to about a half, with their hash, and 256 MiB of zeros that take no space.
make_nginx_files() {
    mkdir -p "$1/files"
    python3 -c 'import random; r = random.Random(1); print(end="".join("%08x" % r.getrandbits(32) for _ in range(6250000)))' \
        >"$1/files/50MB"
    sha256sum "$1/files/50MB" | cut -c-64 >"$1/files/50MB.sha256"
    truncate -s 256M "$1/files/zeros"
}

# Waits up to 20 s for a file to appear; shows the log if it does not.
await_file() {
    local file=$1 log=$2 count
    for count in $(seq 100); do
        [ -e "$file" ] && return
        sleep 0.2
    done
    cat "$log" >&2
    fail "$file did not appear"
}

# Waits up to 20 s for a port of the loopback address to accept connections; shows the log if it does not.
await_port() {
    local port=$1 log=$2 count
    for count in $(seq 100); do
        (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && return
        sleep 0.2
    done
    cat "$log" >&2
    fail "nothing accepts connections on port $port"
}

# Waits up to 20 s for a URL to respond; shows the log if it does not.
await_response() {
    local url=$1 log=$2 count
    for count in $(seq 100); do
        if python3 -c 'import sys, urllib.request as r; r.build_opener(r.ProxyHandler({})).open(sys.argv[1], timeout=2)' \
            "$url" 2>/dev/null; then
            return
        fi
        sleep 0.2
    done
    cat "$log" >&2
    fail "$url did not respond"
}
