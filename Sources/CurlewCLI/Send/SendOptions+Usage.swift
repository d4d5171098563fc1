extension SendOptions {
    static let usage = """
        curlew send [METHOD] URL [options]

        Sends one request and prints the answer's body as it comes. The method is GET unless it is given, or POST
        with a body.

          --transport NAME     libcurl (the default) or urlsession
          -H 'Name: value'     add a field; can be repeated
          --query NAME=VALUE   add to the URL's query, encoded; can be repeated; NAME alone is a bare name
          --json TEXT          send this JSON text, as application/json
          --data TEXT          send this text; its type is given with -H
          --data @FILE         send this file
          --data @-            send standard input as it comes, with urlsession once all of it has come; it can be read
                               only once, so --retry does not send it again, and a redirect that asks for it again is
                               an error
          --form NAME=VALUE    send a form, as application/x-www-form-urlencoded; can be repeated
          --multipart NAME=VALUE, --multipart NAME=@FILE
                               send a form with texts and files, as multipart/form-data; can be repeated
          --follow             follow redirects, at most 10; credentials go to the first host only
          --bearer TOKEN       send this token as Bearer authorization
          --user NAME:PASSWORD send them as Basic authorization
          --retry N            send again at most N times, after short pauses or what Retry-After asks for: after 429,
                               502, 503, 504 and connection faults, and only what can do no harm a second time
          --cookie-jar         keep cookies in memory, for the requests that --follow and --retry add
          --timeout SECONDS    the limit over everything, such as 2.5; otherwise 30 s for the head, 60 s of idleness
          --timing             print a waterfall of the phases of each request on standard error
          --curl               print the curl command of the request and send nothing; secret fields are redacted;
                               not with an option that concerns the answer, the time or further requests
          -i                   print the answer's head too; not with --output
          --output json        print one JSON object instead, also for an error: status, fields (pairs of name and
                               value), body (or body_base64 when it is not UTF-8), error (code and message),
                               redirects (status and url), attempts and timings (in milliseconds); the body has
                               at most 16 MiB

        A password in the URL (http://name:password@host) is sent as Basic authorization; there is one authorization.
        Ends with 0 for a status from 200 to 299, with 22 for another one; see: curlew help exit-codes
        """
}
