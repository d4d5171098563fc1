"""Draws a comparison and puts its table into the README: `plot.py RESULTS.json`, in the package's folder.

Writes throughput, CPU and latency by concurrency beside the results, as SVG and PNG; needs matplotlib."""
import json, pathlib, sys
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

README = pathlib.Path("README.md")
BEGIN, END = "<!-- benchmark: written by Scripts/bench --publish -->", "<!-- benchmark: end -->"
COLORS = {
    "plain-epoll": "#444444", "plain-poll": "#999999", "libcurl": "#0b6e99", "libcurl-executor": "#1aa37a",
    "client-libcurl": "#7a4fb5", "urlsession": "#c9572d", "client-urlsession": "#e2a23b",
}
# Title, unit, and how the figure of a row and its range are found.
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
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.10g}")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", ncols=2)
    # Without a date and with fixed identifiers the files change only when the figures do.
    image.savefig(folder / f"{name}.svg", metadata={"Date": None})
    image.savefig(folder / f"{name}.png", dpi=120)
    plt.close(image)


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def times(row, ratio):
    return f"{row[ratio]['median']:.2f} ×" if row.get(ratio) else "–"


def table(report):
    yield "| work | subject | per second | CPU µs each | p50 / p99 ms | memory growth, MiB | rate | CPU |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    last = None
    for row in report["rows"]:
        work = row["work"] if row["work"] != last else ""
        last = row["work"]
        mark = " \\*" if row["disturbedRounds"] else ""
        unit = "MiB" if row["unit"] == "MiB" else ""
        latency = f"{row['p50']['median'] / 1e3:,.2f} / {row['p99']['median'] / 1e3:,.2f}"
        yield (
            f"| {work} | {row['subject']}{mark} | {number(row['rate']['median'])} {unit} "
            f"| {number(row['cpu']['median'])} | {latency} | {row['growth']['median']:.1f} "
            f"| {times(row, 'rateRatio')} | {times(row, 'cpuRatio')} |"
        )


def section(report):
    machine = report["machine"]
    limit = machine.get("serverLimit")
    yield (
        f"{machine['processor']}, {machine['cores']} cores, {machine['kernel']}; {machine['swift']}, "
        f"{machine['libcurl']}, {machine['server']}; {machine['date']}. Medians of {report['rounds']} rounds."
    )
    if limit:
        yield f"`wrk` gets {number(limit)} small GETs per second from this server."
    if any(row["disturbedRounds"] for row in report["rows"]):
        yield "\\* In some rounds other processes took more than 15 % of the time."
    yield ""
    yield from table(report)
    if report.get("programSize"):
        yield ""
        yield f"`curlew-probe`, with the Swift library inside and stripped, has {report['programSize']:.1f} MB."
    yield from left_out(report)


def left_out(report):
    """One line for each reason."""
    cases = {}
    for line in report["leftOut"]:
        case, _, reason = line.partition(": ")
        work, _, subject = case.partition(" without ")
        cases.setdefault((subject, reason), []).append(work)
    if cases:
        yield "\nLeft out:\n"
    for (subject, reason), works in cases.items():
        yield f"- {subject} for {', '.join(works)}: {reason}."


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
