"""Checks the URLs of its standard input, 16 at a time, with httpx."""
import asyncio
import sys

import httpx


async def check(client, slots, url):
    async with slots:
        try:
            async with client.stream("GET", url) as response:
                return url, response.status_code, None
        except httpx.HTTPError as error:
            return url, None, error


async def main():
    urls = sys.stdin.read().split()
    slots, failures = asyncio.Semaphore(16), 0
    timeout = httpx.Timeout(30)
    async with httpx.AsyncClient(timeout=timeout) as client:
        for outcome in asyncio.as_completed([check(client, slots, url) for url in urls]):
            url, status, error = await outcome
            if error or not 200 <= status < 300:
                failures += 1
                print("DOWN", url, error or status)
    print(f"{len(urls)} checked, {failures} down")
    sys.exit(1 if failures else 0)


asyncio.run(main())
