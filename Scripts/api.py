"""Prints the public names of symbol graphs: of one checkout, or of two as a table."""
import collections
import json
import pathlib
import sys

TYPES = {"swift.struct", "swift.enum", "swift.class", "swift.protocol", "swift.actor"}


def read(folder):
    """The names of each module with the kind of each; an extension of another module's type counts where it is."""
    modules = collections.defaultdict(dict)
    for path in sorted(folder.glob("*.symbols.json")):
        module = path.name.removesuffix(".symbols.json").split("@")[0]
        for symbol in json.loads(path.read_text())["symbols"]:
            modules[module][".".join(symbol["pathComponents"])] = symbol["kind"]["identifier"]
    return modules


def types(names):
    return sum(kind in TYPES for kind in names.values())


def print_counts(after, before):
    columns = [before, after] if before else [after]
    print("| module | " + " | ".join(["types before", "names before"] * bool(before) + ["types", "names"]) + " |")
    print("|---|" + "---:|---:|" * len(columns))
    for module in sorted({*after, *(before or {})}):
        cells = [f"{types(modules.get(module, {}))} | {len(modules.get(module, {}))}" for modules in columns]
        print(f"| {module} | " + " | ".join(cells) + " |")
    sums = [
        f"{sum(map(types, modules.values()))} | {sum(map(len, modules.values()))}" for modules in columns
    ]
    print("| all | " + " | ".join(sums) + " |")


def print_names(after):
    for module, names in sorted(after.items()):
        print(f"\n{module}")
        for name in sorted(names):
            print(f"  {names[name].removeprefix('swift.')} {name}")


def print_table(after, before):
    """Every name before and after; a name that moved to another module shows both."""
    homes = [
        {name: module for module, names in modules.items() for name in names} for modules in (before, after)
    ]
    print("\n| name | before | after |\n|---|---|---|")
    for name in sorted({*homes[0], *homes[1]}):
        print(f"| `{name}` | {homes[0].get(name, '')} | {homes[1].get(name, '')} |")
    kept = len(homes[0].keys() & homes[1].keys())
    print(f"\n{kept} names kept, {len(homes[0]) - kept} removed or renamed, {len(homes[1]) - kept} new")


folder = pathlib.Path(sys.argv[1])
after = read(folder / "after")
before = read(folder / "before") if (folder / "before").exists() else None
print_counts(after, before)
if before:
    print_table(after, before)
else:
    print_names(after)
