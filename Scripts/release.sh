# Functions shared by the scripts that measure a release build; sourced after setup.sh, not run.

# Builds the measuring program and the server; sets `bin` to their folder.
build_release() {
    require_build_tools
    swift build -c release --product curlew >&2
    swift build -c release --product curlew-bench >&2
    bin=$(swift build -c release --show-bin-path)
}

# Builds `curlew-probe` as one would hand it out, with the Swift library inside and stripped; sets `probe` to its path.
build_probe() {
    local build=(swift build -c release --static-swift-stdlib --product curlew-probe --scratch-path .build/static)
    "${build[@]}" >&2
    probe=.build/static/curlew-probe
    command -v strip >/dev/null || install_packages binutils
    strip -o "$probe" "$("${build[@]}" --show-bin-path)/curlew-probe"
}

# Starts `curlew serve` and sets `url` to its URL; it is stopped when the script ends.
start_server() {
    exec 3< <(exec "$bin/curlew" serve)
    server=$!
    trap 'kill "$server" 2>/dev/null || true' EXIT
    read -r url <&3 || fail "the server does not start"
}
