extension SendOptions {
    static let usage = """
        curlew send [METHOD] URL [options]

        Sends one request and prints the response's body as it arrives. The default method is GET, or POST with a
        body.

          --transport NAME     libcurl (the default) or urlsession
          -H 'Name: value'     add a field; can be repeated
          --query NAME=VALUE   add to the URL's query, encoded; can be repeated; NAME alone is a bare name
          --json TEXT          send this JSON text, as application/json
          --data TEXT          send this text; set its type with -H
          --data @FILE         send this file
          --data @-            send standard input as it arrives (urlsession: once it is complete); it can be read
                               only once, so --retry does not resend it, and a redirect that needs it again fails
          --form NAME=VALUE    send a form, as application/x-www-form-urlencoded; can be repeated
          --multipart NAME=VALUE, --multipart NAME=@FILE
                               send a form with texts and files, as multipart/form-data; can be repeated
          --follow             follow redirects, at most 10; credentials go to the first host only
          --bearer TOKEN       send this token as Bearer authorization
          --user NAME:PASSWORD send these as Basic authorization
          --netrc, --netrc-file FILE
                               send the Basic authorization of ~/.netrc, or of this file, for the URL's host
          --retry N            retry at most N times, after short delays or the time in Retry-After: after 429, 502, 503,
                               504 and connection failures, and only if a second request does no harm
          --cookie-jar         keep cookies in memory, for the requests of --follow and --retry
          --timeout SECONDS    total time limit, such as 2.5 (default: 30 s for the head, 60 s of idleness)
          --timing             print a waterfall of the phases of each request on standard error
          --curl               print the curl command of the request and send nothing; secret fields are redacted;
                               not with an option that concerns the response, the time or further requests
          -i                   print the response's head too; not with --output
          --output json        print one JSON object instead, also after an error: status, fields (pairs of name and
                               value), body (or body_base64 if it is not UTF-8), error (code and message),
                               redirects (status and url), attempts and timings (in milliseconds); the body has
                               at most 16 MiB

        \(NetworkOptions.usage(indent: 2))

        A password in the URL (http://name:password@host) is sent as Basic authorization. Only one authorization is
        allowed. Exits with 0 for a status from 200 to 299, with 22 for any other. See: curlew help exit-codes
        """
}
