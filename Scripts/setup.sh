# Functions shared by the scripts of this folder; sourced, not run.
# They install missing packages on a machine with the Swift toolchain, apt and Python 3.

# Ends the script with a message.
fail() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# Installs Debian packages; sudo may ask for a password.
install_packages() {
    command -v apt-get >/dev/null || fail "please install the equivalent of: $*"
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@")
    echo "installing $*" >&2
    # The package lists may be missing or outdated.
    "${install[@]}" >&2 || { "${as_root[@]}" apt-get update >&2 && "${install[@]}" >&2; } || fail "cannot install $*"
}

# Makes builds and programs use another version of libcurl, as Scripts/libcurl names it.
# Sets scratch_path, since what was built with other headers must not be mixed.
use_libcurl() {
    local folder
    folder="$(Scripts/libcurl "$1")" || exit 1
    export PKG_CONFIG_PATH="$folder/lib/pkgconfig" LD_LIBRARY_PATH="$folder/lib"
    scratch_path=".build/libcurl/$1.build"
}

# Ensures that the package can be built: Swift, and libcurl with its headers, found by pkg-config.
require_build_tools() {
    command -v swift >/dev/null || fail "the Swift toolchain is not on the PATH: see https://www.swift.org/install"
    local missing=()
    command -v pkg-config >/dev/null || missing+=(pkg-config)
    [ ${#missing[@]} -eq 0 ] && pkg-config --exists libcurl || missing+=(libcurl4-openssl-dev)
    [ ${#missing[@]} -eq 0 ] || install_packages "${missing[@]}"
}

# Makes the virtual environment .build/python with the given Python packages and adds its programs to the PATH.
# Call it in the package's folder. python_environment names another environment, for other packages.
require_python_packages() {
    local environment="$PWD/.build/${python_environment:-python}"
    local wanted="$*"
    command -v python3 >/dev/null || install_packages python3
    if [ "$(cat "$environment/installed" 2>/dev/null)" != "$wanted" ]; then
        python3 -c 'import ensurepip, venv' 2>/dev/null || install_packages python3-venv
        python3 -m venv --clear "$environment" || fail "cannot make a virtual environment in $environment"
        "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >&2 \
            || fail "cannot install the Python packages $wanted"
        echo "$wanted" >"$environment/installed"
    fi
    PATH="$environment/bin:$PATH"
}

# Allows thousands of connections if the system does: many systems start with 1,024 descriptors.
raise_descriptor_limit() {
    local wanted=16384
    [ "$(ulimit -Sn)" = unlimited ] || [ "$(ulimit -Sn)" -ge "$wanted" ] || ulimit -Sn "$wanted" 2>/dev/null \
        || ulimit -Sn "$(ulimit -Hn)"
}

# Makes the loopback address reachable directly: URLSession reads these variables by itself.
unset_proxies() {
    unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
}
