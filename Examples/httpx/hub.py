"""The SDK of the GitHub-like API and a program that uses it, with httpx."""
import sys
import time
from dataclasses import dataclass

import httpx


@dataclass
class User:
    login: str
    name: str | None
    public_repos: int


@dataclass
class Issue:
    number: int
    title: str
    state: str
    login: str

    @staticmethod
    def of(json):
        return Issue(json["number"], json["title"], json["state"], json["user"]["login"])


@dataclass
class Asset:
    name: str
    size: int


class HubError(Exception):
    def __init__(self, response):
        body = response.json()
        self.status = response.status_code
        problems = [f"{problem['field']} {problem['code']}" for problem in body.get("errors", [])]
        super().__init__(": ".join([body["message"], *problems]))


class Token(httpx.Auth):
    """Sends the token to the origin of the base URL only."""

    def __init__(self, token, base_url):
        self.token, self.base = token, httpx.URL(base_url)

    def auth_flow(self, request):
        base, url = self.base, request.url
        if (base.scheme, base.host, base.port) == (url.scheme, url.host, url.port):
            request.headers["Authorization"] = f"Bearer {self.token}"
        yield request


class Hub:
    def __init__(self, token, base_url="https://api.github.com"):
        self.client = httpx.Client(
            base_url=base_url, auth=Token(token, base_url), follow_redirects=True)

    def send(self, method, url, **options):
        for retries in range(3):
            response = self.client.request(method, url, **options)
            if response.status_code != 429 or retries == 2:
                break
            time.sleep(float(response.headers.get("Retry-After", 2**retries / 5)))
        if response.is_error:
            raise HubError(response)
        return response

    def user(self, login):
        return User(**self.send("GET", f"/users/{login}").json())

    def issues(self, repository, state=None, labels=(), per_page=None):
        filters = {"state": state, "labels": ",".join(labels) or None, "per_page": per_page}
        params = {name: value for name, value in filters.items() if value is not None}
        url = f"/repos/{repository}/issues"
        while url:
            response = self.send("GET", url, params=params)
            yield [Issue.of(issue) for issue in response.json()]
            url, params = response.links.get("next", {}).get("url"), None

    def open_issue(self, repository, title):
        return Issue.of(self.send("POST", f"/repos/{repository}/issues", json={"title": title}).json())

    def upload(self, content, name, repository):
        release = self.send("GET", f"/repos/{repository}/releases/latest").json()
        return Asset(**self.send("POST", release["upload_url"], params={"name": name}, content=content).json())


def main(base_url):
    hub = Hub("t0ken", base_url)
    user = hub.user("ada")
    print(user.name or user.login, user.public_repos)
    for page in hub.issues("swift/curlew", state="open", per_page=2):
        for issue in page:
            print(f"#{issue.number} {issue.title} by {issue.login}")
    print(f"opened #{hub.open_issue('swift/curlew', 'A new issue').number}")
    asset = hub.upload(b"binary", "tool.zip", "swift/curlew")
    print(f"uploaded {asset.name}, {asset.size} bytes")
    try:
        hub.open_issue("swift/curlew", "")
    except HubError as error:
        print(f"{error.status}: {error}")


main(sys.argv[1])
