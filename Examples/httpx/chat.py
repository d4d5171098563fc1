"""Prints a language model's reply as it is written, with httpx."""
import json
import sys

import httpx

base_url, key, prompt = sys.argv[1:]
body = {"model": "small", "stream": True, "messages": [{"role": "user", "content": prompt}]}
fields = {"Authorization": f"Bearer {key}", "Accept": "text/event-stream"}
try:
    with httpx.Client(base_url=base_url, headers=fields, timeout=httpx.Timeout(30)) as client:
        with client.stream("POST", "/v1/chat/completions", json=body) as response:
            if response.is_error:
                response.read()
                sys.exit(f"{response.status_code}: {response.json()['error']['message']}")
            for line in response.iter_lines():
                if not line.startswith("data:"):
                    continue
                data = line.removeprefix("data:").strip()
                if data == "[DONE]":
                    break
                delta = json.loads(data)["choices"][0]["delta"]
                print(delta.get("content") or "", end="", flush=True)
            else:
                sys.exit("0: the stream ended without [DONE]")
except httpx.HTTPError as error:
    sys.exit(f"0: {error}")
print()
