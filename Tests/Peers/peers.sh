# Functions that start and stop the servers of the peer tests; sourced, in the package's folder, after Scripts/setup.sh.

peer_pids=()

# Stops every server that was started here, and waits for it.
stop_peers() {
    local pid
    for pid in "${peer_pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${peer_pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    peer_pids=()
}

# Prints a TCP port that is free on the loopback address.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Starts httpbin and sets CURLEW_HTTPBIN_URL once it answers.
start_httpbin() {
    local packages port log=.build/httpbin.log
    mapfile -t packages < <(grep -v '^#' Tests/Peers/requirements.txt)
    require_python_packages "${packages[@]}"
    port=$(free_port)
    gunicorn --bind "127.0.0.1:$port" --worker-class gthread --threads 32 --keep-alive 30 \
        --no-control-socket httpbin:app >"$log" 2>&1 &
    peer_pids+=($!)
    export CURLEW_HTTPBIN_URL="http://127.0.0.1:$port"
    await_answer "$CURLEW_HTTPBIN_URL/get" "$log"
}

# Waits up to 20 s for a URL to answer; shows the log when it does not.
await_answer() {
    local url=$1 log=$2 count
    for count in $(seq 100); do
        if python3 -c 'import sys, urllib.request as r; r.build_opener(r.ProxyHandler({})).open(sys.argv[1], timeout=2)' \
            "$url" 2>/dev/null; then
            return
        fi
        sleep 0.2
    done
    cat "$log" >&2
    fail "$url does not answer"
}
