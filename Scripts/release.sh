# Functions shared by the scripts that measure a release build; sourced after setup.sh, not run.

# Builds the measuring program and the server; sets `bin` to their folder.
build_release() {
    require_build_tools
    swift build -c release --product curlew >&2
    swift build -c release --product curlew-bench >&2
    bin=$(swift build -c release --show-bin-path)
}

# Builds `curlew-probe` as distributed, stripped and with the Swift library inside; sets `probe` to its path.
# The C++ library that Swift needs is inside too: loading it took a tenth of the start. The linker takes an archive
# from a folder that has no shared library.
build_probe() {
    local archives=$PWD/.build/static/archives
    local archive
    archive=$(clang -print-file-name=libstdc++.a)
    mkdir -p "$archives"
    [ ! -f "$archive" ] || ln -sf "$archive" "$archives"
    local build=(swift build -c release --static-swift-stdlib -Xlinker "-L$archives")
    build+=(--product curlew-probe --scratch-path .build/static)
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
    read -r url <&3 || fail "the server did not start"
}
