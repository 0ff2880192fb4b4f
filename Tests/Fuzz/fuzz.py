#!/usr/bin/env python3
"""Damages files for a while: every reader in process (libFuzzer where the toolchain has it), then every command.

A command may end with 0, 2, 64 or 65 only, without a signal, within 10 s and 1 GB; 65 names the file; what it was told to
write is there as a whole or not at all. What breaks this is kept in --found, with its arguments."""
import argparse, glob, os, random, re, resource, shutil, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.path.join(os.path.dirname(ROOT), "shared", "data")
FEW = ["--seeds", "2", "--jobs", "1"]

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seconds", type=float, default=600)
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--tool", help="the program; without it, no command is run")
parser.add_argument("--fuzzer", required=True, help="ReaderFuzzer as it is")
parser.add_argument("--libfuzzer", help="ReaderFuzzer built for libFuzzer; without it, its own damages in process")
parser.add_argument("--found", default=os.path.join(ROOT, ".build-fuzz", "found"))
options = parser.parse_args()
os.makedirs(options.found, exist_ok=True)
random.seed(options.seed)
failures = []


def repository(*patterns, most=60_000):
    files = [f for p in patterns for f in sorted(glob.glob(p if p.startswith("/") else os.path.join(ROOT, p), recursive=True))]
    return [f for f in files if os.path.getsize(f) < most]


def table(heading, rows):
    return "\n".join([heading, *rows]) + "\n"


def made(folder):
    """Valid tables for the fits, which no example holds."""
    draw = random.Random(7)
    files = {
        "attempts.csv": table("ttff_s,fixed", [f"{draw.lognormvariate(1, .5):.3f},{'no' if k % 9 == 0 else 'yes'}" for k in range(30)]),
        "curve.csv": table("x,y,up,down,deviation", [f"{k},{2 + 3 * k + draw.gauss(0, 1):.3f},{draw.random() * 5:.3f},{draw.random() * 20:.3f},1" for k in range(20)]),
        "fixes.csv": table("unix_s,latitude_deg,longitude_deg,horizontal_accuracy_m", [f"{1600000000 + k},{52 + draw.gauss(0, 5e-5):.7f},{13 + draw.gauss(0, 5e-5):.7f},{5 + k % 4}" for k in range(60)]),
        "gaps.csv": table("gap_s,rtt_ms", [f"{k / 3},{60 + (200 if k > 30 else 0) + draw.random() * 9:.2f}" for k in range(60)]),
        "power.csv": table("time_s,power_W,state", [f"{k / 10},{(.03 if k % 100 < 60 else 1.2 if k % 100 < 75 else .5) + draw.gauss(0, .01):.4f},{'on' if k % 100 < 75 else 'tail'}" for k in range(400)]),
    }
    way = [(52 + k * 1e-4, 13 + k * 2e-4) for k in range(120)]
    files["moving.csv"] = table("unix_s,latitude_deg,longitude_deg", [f"{1600000000 + 9 * k},{a + draw.gauss(0, 2e-5):.7f},{b + draw.gauss(0, 2e-5):.7f}" for k, (a, b) in enumerate(way)])
    files["truth.csv"] = table("unix_s,latitude_deg,longitude_deg", [f"{1600000000 + 9 * k},{a:.7f},{b:.7f}" for k, (a, b) in enumerate(way)])
    files["way.geojson"] = '{"type": "LineString", "coordinates": [' + ", ".join(f"[{b:.4f}, {a:.4f}]" for a, b in way[::10]) + "]}\n"
    files["plain.csv"] = table("up,down,y", [f"{u},{d},{400 * u + 50 * d + 1000 + draw.gauss(0, 9):.2f}" for u, d in [(draw.randint(1, 500) / 100, draw.randint(1, 2000) / 100) for _ in range(20)]])
    files["budgets.yml"] = """defaults: {scenarios: [desk-day], devices: [modern-phone], seeds: 2}
budgets:
  - name: background
    strategies: [significant-change]
    limits:
      - {metric: drain_percent_per_hour, max: 30}
      - {metric: energy_J, max: 1, level: warn}
"""
    files["plan.yml"] = """scenarios: [desk-day]
devices: [modern-phone]
strategies: [significant-change]
axes: [{device_value: base.drain, values: [3 mW, 7 mW]}]
metrics: [energy_J, error_p95_m]
seeds: 2
"""
    for name, text in files.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    part = os.path.join(folder, "part.jsonl")
    with open(part, "wb") as file:
        subprocess.run([options.tool, "sweep", "plan.yml", "--stdin"], cwd=folder, input=b"0\n", stdout=file, check=True)
    return {name: [os.path.join(folder, name)] for name in [*files, "part.jsonl"]}


def commands(folder):
    """What is run on a damaged file F: name, seeds, ending, arguments. O is a file to write."""
    own = made(folder)
    seeds = os.path.join(folder, "seeds")
    subprocess.run([options.fuzzer, "seeds", seeds], check=True)
    files = lambda reader: repository(os.path.join(seeds, reader, "*"))
    tracks = repository("Examples/**/*.gpx", SHARED + "/tracks/**/*.gpx") or files("gpx")
    fixes = own["fixes.csv"] + files("fixes") + repository(SHARED + "/mobilitynet/**/fixes/*.csv", most=20_000)[:20]
    at = ["--place", "52,13", "--bootstrap", "0"]
    walk = ["--scenario", "desk-day", "--strategy", "significant-change"]
    return [
        ("track", tracks, "gpx", ["compare", "--track", "F", "--strategy", "significant-change", "--csv", "O"] + FEW),
        ("track run", tracks, "gpx", ["run", "--strategy", "one-shot", "--track", "F", "--timeline", "O"]),
        ("error", fixes, "csv", ["fit", "error", "F", "--model", "weibull", "--yaml", "O"] + at),
        ("calibration", fixes, "csv", ["fit", "calibration", "F", "--scatter"]),
        ("truth", own["truth.csv"], "csv", ["fit", "error", own["moving.csv"][0], "--truth", "F", "--bootstrap", "0"]),
        ("route", own["way.geojson"] + files("geojson"), "geojson", ["fit", "error", own["moving.csv"][0], "--route", "F", "--bootstrap", "0"]),
        ("ttff", own["attempts.csv"], "csv", ["fit", "ttff", "F", "--html", "O"]),
        ("curve", own["curve.csv"], "csv", ["fit", "curve", "F", "--html", "O"]),
        ("tail curve", own["curve.csv"], "csv", ["fit", "curve", "F", "--form", "exponential_tail"]),
        ("throughput", own["plain.csv"], "csv", ["fit", "curve", "F", "--form", "throughput_power", "--robust"]),
        ("gaps", own["gaps.csv"], "csv", ["fit", "tail", "--idle-gaps", "F"]),
        ("tail", own["power.csv"], "csv", ["fit", "tail", "F"]),
        ("power", own["power.csv"] + files("power"), "csv", ["fit", "power", "F", "--voltage", "3.8V", "--html", "O"]),
        ("import", files("android"), "xml", ["profile", "import-android", "F", "--quiet", "--output", "O"]),
        ("cross-check", files("android"), "xml", ["profile", "cross-check", "F"]),
        ("metrickit", files("metrickit"), "json", ["import", "metrickit", "F"] + FEW),
        ("budgets", own["budgets.yml"], "yml", ["check", "F", "--github", "--json", "O", "--jobs", "1"]),
        ("sweep plan", files("sweep-plan"), "yml", ["validate-file", "F", "--kind", "sweep"]),
        ("search plan", files("optimization-plan"), "yml", ["validate-file", "F", "--kind", "optimizations"]),
        ("sweep", own["plan.yml"], "yml", ["sweep", "F", "--quiet", "--output", "O", "--jobs", "1"]),
        ("merge", own["part.jsonl"], "jsonl", ["merge", "F", "--output", "O"]),
        ("missing", own["part.jsonl"], "jsonl", ["merge", "--list-missing", "F"]),
        ("device", files("devices"), "yml", ["compare", "--device", "F"] + walk + FEW),
        ("network", files("networks"), "yml", ["compare", "--network", "F"] + walk + FEW),
        ("strategy", files("strategies"), "yml", ["compare", "--scenario", "desk-day", "--strategy", "F"] + FEW),
        ("scenario", files("scenarios"), "yml", ["run", "--strategy", "significant-change", "--scenario", "F"]),
        ("population", files("populations"), "yml", ["show", "populations", "F"]),
        ("days", files("measured-days"), "days", ["validate", "F", "--device", "iphone-6"] + FEW),
    ]


def unfold(days, folder):
    """A folder of measured days from its one file, as `MeasuredFolder` does."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "fixes"))
    parts = re.split(rb"^=== (runs\.csv|battery\.csv|legs\.csv|fixes/a\.one\.1600000000\.csv)\n", days, flags=re.M)
    for name, text in zip(parts[1::2], parts[2::2]):
        with open(os.path.join(folder, name.decode()), "wb") as file:
            file.write(text)


def limit():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Address space is more than memory; a runaway reaches this all the same.
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))


def run(arguments, folder):
    start = time.monotonic()
    out = open(os.path.join(folder, "out"), "wb")
    with open(os.path.join(folder, "err"), "wb") as err:
        process = subprocess.Popen([options.tool] + arguments, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, preexec_fn=limit)
        # wait4 tells the memory of this process alone.
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > 60:
                process.kill()
                os.wait4(process.pid, 0)
                return "hang", usage, b""
            time.sleep(0.002)
    process.returncode = os.waitstatus_to_exitcode(status)
    with open(os.path.join(folder, "err"), "rb") as err:
        return process.returncode, usage, err.read()


def fault(code, usage, errors, arguments, output):
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    if code not in (0, 2, 64, 65):
        return f"exit code {code}"
    if seconds > 10:
        return f"{seconds:.0f} s"
    if megabytes > 1000:
        return f"{megabytes:.0f} MB"
    if code == 65 and not any(os.path.basename(a).encode() in errors for a in arguments if a.startswith("/")):
        return "65 does not name the file"
    if b"\x1b" in errors:
        return "an escape sequence in a message"
    if code not in (0, 2) and os.path.exists(output):
        return "a file was written all the same"
    if glob.glob(os.path.join(os.path.dirname(output), ".geojoule-*")):
        return "a temporary file is left"
    return None


def keep(name, arguments, source, why):
    failures.append(f"{name}: {why}")
    number = len(failures)
    place = os.path.join(options.found, f"{name.replace(' ', '-')}-{options.seed}-{number}")
    (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, place)
    with open(place + ".txt", "w") as file:
        file.write(f"{why}\ngeojoule {' '.join(arguments)}\n")
    print(f"  {name}: {why}; kept as {place}", flush=True)


def in_process(seconds):
    names = subprocess.run([options.fuzzer, "names"], check=True, capture_output=True, text=True).stdout.split()
    for name in names:
        share = max(1, int(seconds / len(names)))
        if options.libfuzzer:
            corpus = os.path.join(os.path.dirname(options.found), "corpus", name)
            os.makedirs(corpus, exist_ok=True)
            subprocess.run([options.fuzzer, "seeds", os.path.dirname(corpus)], check=True)
            result = subprocess.run(
                [options.libfuzzer, corpus, f"-max_total_time={share}", "-timeout=10", "-rss_limit_mb=1000", "-max_len=65536", "-print_final_stats=1", f"-artifact_prefix={options.found}/{name}-"],
                env={**os.environ, "READER": name, "ASAN_OPTIONS": "detect_leaks=0"}, capture_output=True, text=True, errors="replace")
            count = re.search(r"number_of_executed_units: (\d+)", result.stderr)
            print(f"  {name}: {count.group(1) if count else '?'} inputs", flush=True)
        else:
            result = subprocess.run([options.fuzzer, "run", name, str(share), str(options.seed << 20)], capture_output=True, text=True, errors="replace")
            print("  " + result.stdout.strip(), flush=True)
        if result.returncode:
            failures.append(name)
            print(result.stderr[-3000:], flush=True)


def through_commands(seconds):
    with tempfile.TemporaryDirectory() as folder:
        table = commands(folder)
        counts, codes, start, round = {}, {}, time.monotonic(), 0
        for name, seeds, ending, arguments in table:
            # A command that refuses every valid file would test nothing.
            found = set()
            for seed in seeds[:3]:
                source = f"{folder}/valid.{ending}"
                if ending == "days":
                    with open(seed, "rb") as file:
                        unfold(file.read(), source)
                else:
                    shutil.copy(seed, source)
                if os.path.exists(f"{folder}/written.out"):
                    os.remove(f"{folder}/written.out")
                found.add(run([{"F": source, "O": f"{folder}/written.out"}.get(a, a) for a in arguments], folder)[0])
            if not found & {0, 2}:
                with open(os.path.join(folder, "err"), errors="replace") as err:
                    print(f"  {name} accepts no valid file: {sorted(found, key=str)} {err.read()[:300].strip()}", flush=True)
        while time.monotonic() - start < seconds:
            for name, seeds, ending, arguments in table:
                batch = os.path.join(folder, "batch")
                shutil.rmtree(batch, ignore_errors=True)
                os.makedirs(batch)
                subprocess.run([options.fuzzer, "damage", str((options.seed << 24) + round * 1000), "5", batch] + seeds, check=True)
                for number in range(5):
                    source, output = f"{folder}/damaged.{ending}", f"{folder}/written.out"
                    with open(f"{batch}/{number}", "rb") as file:
                        damaged = file.read()
                    if ending == "days":
                        unfold(damaged, source)
                    else:
                        with open(source, "wb") as file:
                            file.write(damaged)
                    if os.path.exists(output):
                        os.remove(output)
                    called = [{"F": source, "O": output}.get(a, a) for a in arguments]
                    code, usage, errors = run(called, folder)
                    counts[name] = counts.get(name, 0) + 1
                    codes[code] = codes.get(code, 0) + 1
                    if why := fault(code, usage, errors, called, output):
                        keep(name, arguments, source, why)
                if time.monotonic() - start > seconds:
                    break
                round += 1
        print(f"  {sum(counts.values())} runs of {len(counts)} commands; exit codes {codes}", flush=True)


print(f"seed {options.seed}; in process:", flush=True)
in_process(options.seconds / 2 if options.tool else options.seconds)
if options.tool:
    print("through commands:", flush=True)
    through_commands(options.seconds / 2)
print(f"{len(failures)} failures" + "".join(f"\n  {f}" for f in failures))
sys.exit(1 if failures else 0)
