"""Downloads a file with resumption and a checksum, and uploads it in parts, with httpx."""
import hashlib
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import httpx

PART = 2 << 20


def download(client, url, path, sha256):
    part, failures, tag = path + ".part", 0, None
    open(part, "wb").close()
    while True:
        size = os.path.getsize(part)
        fields = {"Range": f"bytes={size}-", "If-Range": tag} if size and tag else {}
        try:
            with client.stream("GET", url, headers=fields) as response:
                response.raise_for_status()
                tag = response.headers.get("ETag")
                with open(part, "ab" if response.status_code == 206 else "wb") as file:
                    for chunk in response.iter_raw():
                        file.write(chunk)
                        failures = 0
            break
        except httpx.TransportError:
            failures += 1
            if failures > 5:
                raise
            time.sleep(min(2 ** (failures - 1), 60))
    with open(part, "rb") as file:
        if hashlib.file_digest(file, "sha256").hexdigest() != sha256:
            sys.exit("the checksum differs")
    os.rename(part, path)


def upload(client, path, url):
    def send(number):
        with open(path, "rb") as file:
            file.seek(number * PART)
            content = file.read(PART)
        for retries in range(3):
            response = client.put(f"{url}/{number + 1}", content=content)
            if response.status_code != 503:
                break
            time.sleep(float(response.headers.get("Retry-After", 1)))
        response.raise_for_status()

    parts = -(-os.path.getsize(path) // PART)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send, range(parts)))
    return client.post(url).raise_for_status().json()


base_url, path, sha256 = sys.argv[1:]
with httpx.Client(base_url=base_url) as client:
    download(client, "/file", path, sha256)
    print(f"downloaded {os.path.getsize(path)} bytes")
    whole = upload(client, path, "/uploads/1")
    state = "intact" if whole["sha256"] == sha256 else "damaged"
    print(f"uploaded {whole['parts']} parts, {whole['size']} bytes, {state}")
