# Starts nginx for the benchmark; sourced, in the package's folder, after Scripts/setup.sh and Tests/Peers/peers.sh.

# Starts nginx and sets `servers` to the options that pass its addresses to the measuring program.
start_benchmark_server() {
    local nginx modules folder port tls_port handshake_port http2_port
    nginx=$(command -v nginx || echo /usr/sbin/nginx)
    [ -x "$nginx" ] || install_packages nginx-light
    modules=$("$nginx" -V 2>&1 | grep -o -e '--modules-path=[^ ]*' | cut -d= -f2)
    [ -e "$modules/ngx_http_echo_module.so" ] || install_packages libnginx-mod-http-echo
    start_tls
    folder="$peer_folder/benchmark"
    port=$(free_port) tls_port=$(free_port) handshake_port=$(free_port) http2_port=$(free_port)
    mkdir -p "$folder/files"
    truncate -s 256M "$folder/files/256MiB"
    truncate -s 100K "$folder/files/100KiB"
    sed -e "s|@MODULES@|$modules|" -e "s|@PORT@|$port|" -e "s|@TLS_PORT@|$tls_port|" \
        -e "s|@HANDSHAKE_PORT@|$handshake_port|" -e "s|@HTTP2_PORT@|$http2_port|" \
        Benchmarks/nginx.conf >"$folder/nginx.conf"
    "$nginx" -p "$folder" -c nginx.conf -e error.log &
    peer_pids+=($!)
    servers=(
        --url "http://127.0.0.1:$port" --https "https://127.0.0.1:$tls_port" --http2 "https://127.0.0.1:$http2_port"
        --handshake "https://127.0.0.1:$handshake_port" --file "$folder/files/256MiB"
        --server-process $!
    )
    await_response "http://127.0.0.1:$port/json" "$folder/error.log"
}
