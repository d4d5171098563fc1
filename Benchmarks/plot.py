"""Draws a comparison and puts its table into the README: `plot.py RESULTS.json`, in the package's folder.

Writes throughput, CPU and latency by concurrency beside the results, as SVG and PNG; needs matplotlib."""
import json, pathlib, sys
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.ticker

README = pathlib.Path("README.md")
BEGIN, END = "<!-- benchmark: written by Scripts/bench --publish -->", "<!-- benchmark: end -->"
REFERENCE = "plain-epoll"
COLORS = {
    REFERENCE: "#444444", "plain-poll": "#999999", "libcurl": "#0b6e99", "libcurl-executor": "#1aa37a",
    "client-libcurl": "#7a4fb5", "urlsession": "#c9572d", "client-urlsession": "#e2a23b",
}
# Title, unit, and the value of a row with its range.
PLOTS = {
    "throughput": ("Small GETs", "requests per second", lambda row: row["rate"], 1),
    "cpu": ("Small GETs", "CPU µs of the client per request", lambda row: row["cpu"], 1),
    "latency": ("Small GETs, half of them (line) and 99 of 100 (dashes)", "ms", lambda row: row["p50"], 1e-3),
}


def small_gets(report, subject):
    names = ("sequential", "8 concurrent", "64 concurrent", "256 concurrent", "1000 concurrent")
    rows = [row for row in report["rows"] if row["subject"] == subject and row["work"] in names]
    return sorted(rows, key=lambda row: row["concurrency"])


def draw(report, name, folder):
    title, unit, figure, scale = PLOTS[name]
    image, axes = plt.subplots(figsize=(8, 4.8), layout="constrained")
    for subject, color in COLORS.items():
        rows = small_gets(report, subject)
        concurrency = [row["concurrency"] for row in rows]
        middle, low, high = ([figure(row)[part] * scale for row in rows] for part in ("median", "min", "max"))
        axes.plot(concurrency, middle, marker="o", markersize=4, color=color, label=subject)
        if name == "latency":
            tail = [row["p99"]["median"] * scale for row in rows]
            axes.plot(concurrency, tail, linestyle="--", linewidth=1, color=color)
        else:
            axes.fill_between(concurrency, low, high, color=color, alpha=0.15, linewidth=0)
    axes.set(title=title, xlabel="requests at a time", ylabel=unit, xscale="log", yscale="log")
    axes.set_xticks([1, 8, 64, 256, 1000], ["1", "8", "64", "256", "1,000"])
    axes.minorticks_off()
    axes.yaxis.set_major_locator(matplotlib.ticker.LogLocator(subs=(1, 2, 5)))
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", ncols=2)
    # Without a date and with fixed identifiers, the files change only if the figures do.
    image.savefig(folder / f"{name}.svg", metadata={"Date": None})
    image.savefig(folder / f"{name}.png", dpi=120)
    plt.close(image)


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def cell(row, figure, ratio):
    """The median, with its ratio to the reference if there is one."""
    if row is None:
        return "–"
    times = row["subject"] != REFERENCE and row.get(ratio)
    text = number(row[figure]["median"]) + (f" ({times['median']:.2f} ×)" if times else "")
    return text + (" \\*" if row["disturbedRounds"] else "")


def table(report, title, figure, ratio):
    """One line for each work, one column for each subject."""
    rows = {(row["work"], row["subject"]): row for row in report["rows"]}
    works = [work for work in dict.fromkeys(work for work, _ in rows) if (work, REFERENCE) in rows]
    yield f"| {title} | " + " | ".join(COLORS) + " |"
    yield "|---|" + "---:|" * len(COLORS)
    for work in works:
        unit = ", MiB" if rows[work, REFERENCE]["unit"] == "MiB" else ""
        cells = (cell(rows.get((work, subject)), figure, ratio) for subject in COLORS)
        yield f"| {work}{unit} | " + " | ".join(cells) + " |"


def others(report):
    """Figures without a ratio to the plain loop, in sentences."""
    rows = {row["subject"]: row for row in report["rows"]}
    if {"client-bare", "client-full"} <= rows.keys():
        bare, full = (number(rows[name]["cpu"]["median"]) for name in ("client-bare", "client-full"))
        yield (
            f"Over a transport that responds from memory, a client adds {bare} µs of CPU to each send, and {full} µs "
            "with redirects, retries, auth and observation; `client-libcurl` also decodes JSON."
        )
    if "curlew-probe" in rows:
        milliseconds = number(rows["curlew-probe"]["p50"]["median"] / 1e3)
        yield f"`curlew-probe` takes {milliseconds} ms from start to exit, including one request."
    if report.get("programSize"):
        yield f"Stripped and with the Swift library linked statically, it is {report['programSize']:.1f} MB."
    for subject, count in sorted(report["counts"].items()):
        instructions, allocations = number(count["instructions"]), number(count["allocations"])
        yield f"`{subject}`, 64 concurrent requests: {instructions} instructions and {allocations} allocations per request."


def section(report):
    machine = report["machine"]
    limit = machine.get("serverLimit")
    yield (
        f"{machine['processor']}, {machine['cores']} cores, {machine['kernel']}; {machine['swift']}, "
        f"{machine['libcurl']}, {machine['server']}; {machine['date']}. Rounds: {report['rounds']}; medians."
    )
    if limit:
        yield f"`wrk` reaches {number(limit)} small GETs per second on this server."
    if any(row["disturbedRounds"] for row in report["rows"]):
        yield "\\* In some rounds, other processes used more than 15 % of the time."
    yield ""
    yield from table(report, "per second", "rate", "rateRatio")
    yield ""
    yield from table(report, "CPU µs each", "cpu", "cpuRatio")
    yield ""
    yield from others(report)
    yield from left_out(report)


def left_out(report):
    """One line for each reason."""
    cases = {}
    for line in report["leftOut"]:
        case, _, reason = line.partition(": ")
        work, _, subject = case.partition(" without ")
        cases.setdefault(reason, []).append((subject, work))
    if cases:
        yield "\nLeft out:\n"
    for reason, subjects in cases.items():
        names = ", ".join(dict.fromkeys(subject for subject, _ in subjects))
        works = ", ".join(dict.fromkeys(work for _, work in subjects))
        yield f"- {names} for {works}: {reason}."


def write_readme(report):
    text = README.read_text()
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    README.write_text(before + BEGIN + "\n" + "\n".join(section(report)) + "\n" + END + after)


def main(path):
    plt.rcParams["svg.hashsalt"] = "curlew"
    report = json.loads(path.read_text())
    for name in PLOTS:
        draw(report, name, path.parent)
    write_readme(report)


main(pathlib.Path(sys.argv[1]))
