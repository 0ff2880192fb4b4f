#!/usr/bin/env python3
"""Damages files for a while: every reader in process (libFuzzer where the toolchain has it), then every command, in process
and now and then through the program itself.

A command may end with 0, 2, 64 or 65 only, without a signal, within 10 s and 1 GB; 65 names the file; what it was told to
write is there as a whole or not at all. What breaks this is kept in --found, with its arguments. Messages without a line are
listed, for people to judge."""
import argparse, collections, glob, json, os, random, re, resource, shutil, struct, subprocess, sys, tempfile, time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SHARED = os.path.join(os.path.dirname(ROOT), "shared", "data")

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--seconds", type=float, default=600)
parser.add_argument("--seed", type=int, default=int(time.time()))
parser.add_argument("--tool", help="the program; without it, no command is run")
parser.add_argument("--fuzzer", required=True, help="ReaderFuzzer as it is")
parser.add_argument("--libfuzzer", help="ReaderFuzzer with libFuzzer and the address sanitizer: half of the readers' time each for libFuzzer and its own damages")
parser.add_argument("--commands", help="CommandFuzzer; without it, the program itself is started for each file")
parser.add_argument("--only", help="only this reader or command")
parser.add_argument("--part", choices=["readers", "commands", "both"], default="both")
parser.add_argument("--found", default=os.path.join(ROOT, ".build-fuzz", "found"))
options = parser.parse_args()
# Programs are started in folders of their own.
for name in ["tool", "fuzzer", "libfuzzer", "commands"]:
    if getattr(options, name):
        setattr(options, name, os.path.abspath(getattr(options, name)))
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
    files["budgets.yml"] = """defaults: {scenarios: [city-run], devices: [modern-phone], seeds: 2}
budgets:
  - name: background
    strategies: [significant-change]
    limits:
      - {metric: drain_percent_per_hour, max: 30}
      - {metric: energy_J, max: 1, level: warn}
"""
    files["plan.yml"] = """scenarios: [city-run]
devices: [modern-phone]
strategies: [significant-change]
axes: [{device_value: base.drain, values: [3 mW, 7 mW]}]
metrics: [energy_J, error_p95_m]
seeds: 2
"""
    files["legs.csv"] = table("leg,start_s,end_s", ["a,1600000002,1600000040", "b,1600000041,1600000055"])
    files["labels.csv"] = table("state,start_s,end_s", [f"{'on' if k % 2 else 'off'},{3 * k + .5},{3 * k + 3}" for k in range(13)])
    files["columns.yml"] = "x: x\ny: y\n"
    files["piece.yml"] = "values:\n  gnss.tracking_strong: {mean: 97 mW, deviation: 11 mW, origin: measured, source: mine}\n"
    files["baseline.yml"] = files["budgets.yml"].replace("{metric: energy_J, max: 1, level: warn}", "{metric: energy_J, max_increase: {percent: 7}}")
    files["search.yml"] = """scenario: city-run
device: modern-phone
strategies: [distance-filter]
axes:
  - {parameter: distance_filter, from: 7 m, to: 300 m, scale: log}
subject_to: [error_p95_m <= 500 m]
"""
    start = 1600000000
    files["measured.days"] = "=== runs.csv\nrun,timeline,os,phone,config,start_s,end_s\n" + "".join(
        f"a{k},a{k},ios,one,{config},{start + 90_000 * k},{start + 90_000 * k + 60_000}\n" for k, config in enumerate(["ACCURACY_CONTROL", "POWER_CONTROL"] * 5)
    ) + "=== battery.csv\nunix_s,level_pct,phone,timeline\n" + "".join(
        f"{start + 90_000 * k + 4_000 * n},{99 - (5 - 4 * (k % 2)) * n},one,a{k}\n" for k in range(10) for n in range(15)
    ) + "=== legs.csv\ntimeline,leg,recorded by,start_s,end_s\n" + f"a0,ride,one,{start + 1000},{start + 4000}\n" + (
        "=== mapping.yml\nios:\n  ACCURACY_CONTROL: {strategy: continuous}\n  POWER_CONTROL: {strategy: kilometer}\n"
    ) + "=== fixes/a.one.1600000000.csv\nunix_s,lat,lon\n" + "".join(f"{start + 1000 + 60 * n},{52.5 + n / 900:.4f},13.25\n" for n in range(50))
    files["drive.csv"] = table(
        "Timestamp,Longitude,Latitude,Speed,Operatorname,CellID,NetworkMode,RSRP,SNR,DL_bitrate,UL_bitrate,State",
        [f"2019.12.16_12.{27 + k // 60:02}.{k % 60:02},{-8.38 + k * 1e-4:.6f},{51.93 + k * 1e-5:.6f},36,B,{12 + k // 40},{'LTE' if k % 90 < 60 else '5G'},{-95 - draw.gauss(0, 6):.0f},{draw.gauss(9, 3):.1f},{draw.lognormvariate(9, 1):.0f},{draw.lognormvariate(7, 1):.0f},{'D' if k % 50 < 35 else 'I'}" for k in range(240)])
    for name, text in files.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    kill = {**os.environ, "GEOJOULE_KILL_AT_STEP": "7"}
    subprocess.run([options.tool, "sweep", "plan.yml", "--quiet", "--jobs", "1", "--output", "sweep"], cwd=folder, env=kill)
    part = os.path.join(folder, "part.jsonl")
    with open(part, "wb") as file:
        subprocess.run([options.tool, "sweep", "plan.yml", "--stdin"], cwd=folder, input=b"0\n1\n", stdout=file, check=True)
    with open(os.path.join(folder, "measured.days"), "rb") as file:
        unfold(file.read(), os.path.join(folder, "days"))
    return {name: [os.path.join(folder, name)] for name in [*files, "part.jsonl", "sweep.part", "days"]}


def commands(folder):
    """What is run on a damaged file F: name, seeds, ending, arguments. O is a file to write."""
    seeds = os.path.join(folder, "seeds")
    subprocess.run([options.fuzzer, "seeds", seeds], check=True)
    own = made(folder)
    files = lambda reader: repository(os.path.join(seeds, reader, "*"))
    tracks = repository("Examples/**/*.gpx", SHARED + "/tracks/**/*.gpx") or files("gpx")
    fixes = own["fixes.csv"] + files("fixes") + repository(SHARED + "/mobilitynet/**/fixes/*.csv", most=20_000)[:20]
    plan = own["plan.yml"][0]
    at = ["--place", "52,13"]
    day = ["--scenario", "city-run"]
    walk = day + ["--strategy", "significant-change"]
    few = ["--seeds", "1", "--jobs", "1"]
    return [
        ("track", tracks + files("track"), "gpx", ["compare", "--track", "F", "--strategy", "significant-change", "--csv", "O"] + few),
        ("track run", tracks, "gpx", ["run", "F", "one-shot", "--timeline", "O"]),
        ("error", fixes, "csv", ["fit", "error", "F", "--model", "weibull", "--yaml", "O"] + at),
        ("calibration", fixes, "csv", ["fit", "calibration", "F", "--scatter"]),
        ("truth", own["truth.csv"], "csv", ["fit", "error", own["moving.csv"][0], "--truth", "F"]),
        ("route", own["way.geojson"] + files("geojson"), "geojson", ["fit", "error", own["moving.csv"][0], "--route", "F"]),
        ("legs", own["legs.csv"], "csv", ["fit", "error", own["fixes.csv"][0], "--legs", "F"] + at),
        ("ttff", own["attempts.csv"], "csv", ["fit", "ttff", "F", "--html", "O"]),
        ("curve", own["curve.csv"], "csv", ["fit", "curve", "F", "--html", "O"]),
        ("tail curve", own["curve.csv"], "csv", ["fit", "curve", "F", "--form", "exponential_tail"]),
        ("throughput", own["plain.csv"], "csv", ["fit", "curve", "F", "--form", "throughput_power", "--robust"]),
        ("columns", own["columns.yml"], "yml", ["fit", "curve", own["curve.csv"][0], "--columns", "F"]),
        ("gaps", own["gaps.csv"], "csv", ["fit", "tail", "--idle-gaps", "F"]),
        ("tail", own["power.csv"], "csv", ["fit", "tail", "F"]),
        ("power", own["power.csv"] + files("power"), "csv", ["fit", "power", "F", "--voltage", "3.8V", "--html", "O"]),
        ("labels", own["labels.csv"], "csv", ["fit", "power", own["power.csv"][0], "--labels", "F"]),
        ("joint", own["measured.days"] + files("measured-days"), "days", ["fit", "power", "--joint", "F", "--device", "iphone-6", "--seeds", "1"]),
        ("drive", own["drive.csv"] + files("drives"), "csv", ["fit", "drive", "F", "--output", "O"]),
        ("import", files("android"), "xml", ["profile", "import-android", "F", "--quiet", "--output", "O"]),
        ("cross-check", files("android"), "xml", ["profile", "cross-check", "F"]),
        ("piece", own["piece.yml"] + files("devices"), "yml", ["profile", "merge", "modern-phone", "F", "--output", "O"]),
        ("make", own["measured.days"] + files("measured-days"), "days", ["profile", "make", "F", "--base", "iphone-6", "--seeds", "1", "--output", "O"]),
        ("logs", files("import"), "txt", ["import", "files", "F", "--output", "O"]),
        ("metrickit", files("metrickit"), "json", ["import", "metrickit", "F", "--json", "O"] + day + few),
        ("budgets", own["budgets.yml"], "yml", ["check", "F", "--github", "--json", "O", "--jobs", "1"]),
        ("baseline", own["baseline.yml"], "yml", ["baseline", "update", "F", "--baseline", "O", "--jobs", "1"]),
        ("sweep plan", files("sweep-plan"), "yml", ["validate-file", "F", "--kind", "sweep"]),
        ("search plan", files("optimization-plan"), "yml", ["validate-file", "F", "--kind", "optimizations"]),
        ("any plan", files("sweep-plan") + files("optimization-plan") + own["budgets.yml"] + files("strategies")[:3], "yml", ["validate-file", "F"]),
        # One item, whatever the plan says about its size.
        ("sweep", own["plan.yml"], "yml", ["sweep", "F", "--quiet", "--stdin"]),
        ("resume", own["sweep.part"], "part", ["sweep", plan, "--quiet", "--output", "P", "--jobs", "1"]),
        ("merge", own["part.jsonl"], "jsonl", ["merge", "F", "--output", "O"]),
        ("missing", own["part.jsonl"], "jsonl", ["merge", "--list-missing", "F"]),
        ("optimize", own["search.yml"], "yml", ["optimize", "F", "--runs", "200", "--jobs", "1", "--output", "O"]),
        ("device", files("devices"), "yml", ["compare", "--device", "F", "--json", "O"] + walk + few),
        ("device shown", files("devices"), "yml", ["show", "devices", "F"]),
        ("network", files("networks"), "yml", ["compare", "--network", "F"] + walk + few),
        ("strategy", files("strategies"), "yml", ["compare", "--strategy", "F"] + day + few),
        ("strategy shown", files("strategies"), "yml", ["show", "strategies", "F"]),
        ("advice", files("strategies"), "yml", ["advise", "F"] + day + few),
        ("shared", files("strategies"), "yml", ["share", "F", "significant-change"] + day + few),
        ("scenario", files("scenarios"), "yml", ["run", "--strategy", "significant-change", "--scenario", "F", "--json", "O"]),
        ("scenario shown", files("scenarios"), "yml", ["show", "scenarios", "F"]),
        ("population", files("populations"), "yml", ["show", "populations", "F"]),
        ("people", files("populations"), "yml", ["compare", "--population", "F", "--people", "1", "--days", "1", "--strategy", "significant-change", "--jobs", "1"]),
        ("days", own["measured.days"] + files("measured-days"), "days", ["validate", "F", "--device", "iphone-6"] + few),
        ("mapping", files("run-mapping"), "yml", ["validate", own["days"][0], "--device", "iphone-6", "--mapping", "F"] + few),
        ("effects", files("strategies"), "yml", ["sensitivity", "--strategy", "F", "--parameter", "gnss.", "--trajectories", "2", "--top", "1", "--rows", "8", "--jobs", "1"] + day),
        ("question", files("strategies"), "yml", ["plan-measurement", "--question", "F"] + day),
    ]


def unfold(days, folder):
    """A folder of measured days from its one file, as `MeasuredFolder` does."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "fixes"))
    parts = re.split(rb"^=== (runs\.csv|battery\.csv|legs\.csv|mapping\.yml|fixes/a\.one\.1600000000\.csv)\n", days, flags=re.M)
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
        process = subprocess.Popen([options.tool] + arguments, cwd=folder, stdin=subprocess.PIPE, stdout=out, stderr=err, preexec_fn=limit)
        # The item of a sweep that is asked for.
        try:
            process.stdin.write(b"0\n")
            process.stdin.close()
        except BrokenPipeError:
            pass
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
    with open(os.path.join(folder, "err"), "rb") as err, open(os.path.join(folder, "out"), "rb") as shown:
        return process.returncode, usage, err.read() + (b"\x1b" if b"\x1b" in shown.read() else b"")


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
        return "an escape sequence"
    if code not in (0, 2) and os.path.exists(output):
        return "a file was written all the same"
    if glob.glob(os.path.join(os.path.dirname(output), ".geojoule-*")):
        return "a temporary file is left"
    return None


def minimized(source, arguments, output):
    """The file without what its fault does not need; the file itself where the program alone shows none."""
    def kind(bytes):
        with open(source, "wb") as file:
            file.write(bytes)
        remove(output)
        called = filled(arguments, source, output)
        code, usage, errors = run(called, os.path.dirname(source))
        return re.sub(r"\d+ (s|MB)", r"# \1", fault(code, usage, errors, called, output) or "")

    with open(source, "rb") as file:
        bytes = file.read()
    first, runs = kind(bytes), 0
    piece = len(bytes) // 2 if first and first != "hang" else 0
    while piece and runs < 400:
        start = 0
        while start < len(bytes) and runs < 400:
            shorter, runs = bytes[:start] + bytes[start + piece :], runs + 1
            if kind(shorter) == first:
                bytes = shorter
            else:
                start += piece
        piece //= 2
    with open(source, "wb") as file:
        file.write(bytes)


def keep(name, arguments, source, why):
    failures.append(f"{name}: {why}")
    number = len(failures)
    place = os.path.join(options.found, f"{name.replace(' ', '-')}-{options.seed}-{number}")
    if os.path.isfile(source):
        minimized(source, arguments, os.path.join(os.path.dirname(source), "written.out"))
    (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, place)
    with open(place + ".txt", "w") as file:
        file.write(f"{why}\ngeojoule {' '.join(arguments)}\n")
    print(f"  {name}: {why}; kept as {place}", flush=True)


# A report of a fault has to be a signal, which says the seed. Frames of allocations and a long quarantine cost half of the runs.
SANITIZER = "detect_leaks=0:detect_stack_use_after_return=0:abort_on_error=1:hard_rss_limit_mb=1000:malloc_context_size=0:quarantine_size_mb=16"


def guided(name, seconds, attempt):
    """libFuzzer, which goes after what the compiler counts. It measures time by the clock: on a busy machine 10 s are soon over."""
    place = os.path.dirname(options.found)
    result = subprocess.run(
        [options.libfuzzer, f"{place}/corpus/{name}", f"-dict={place}/tokens", f"-max_total_time={seconds}", "-timeout=30", "-rss_limit_mb=1000", "-malloc_limit_mb=1000", "-max_len=20000", "-print_final_stats=1", f"-artifact_prefix={options.found}/{name}-"],
        env={**os.environ, "READER": name, "ASAN_OPTIONS": SANITIZER, "SWIFT_BACKTRACE": "enable=no"}, capture_output=True, text=True, errors="replace")
    counts = re.findall(r"number_of_executed_units: (\d+)|^#(\d+)\t", result.stderr, flags=re.M)
    count = int("".join(counts[-1])) if counts else 0
    slowest = re.search(r"slowest_unit_time_sec: +(\d+)", result.stderr)
    return result, count, f"{name}: {count} inputs of libFuzzer, slowest {slowest.group(1) if slowest else '?'} s"


def damaged(name, seconds, attempt):
    """Its own damages, each within 10 s of processor time and 1 GB."""
    result = subprocess.run(
        [options.libfuzzer or options.fuzzer, "run", name, str(seconds), str((options.seed << 20) + (attempt << 40))],
        env={**os.environ, "ASAN_OPTIONS": SANITIZER, "SWIFT_BACKTRACE": "enable=no"}, capture_output=True, text=True, errors="replace",
        preexec_fn=None if options.libfuzzer else limit)
    said = result.stdout.strip() or f"{name}: ended by {result.returncode}"
    return result, int((re.search(r": (\d+) inputs", said) or [0, 0])[1]), said


def in_process(seconds):
    names = subprocess.run([options.fuzzer, "names"], check=True, capture_output=True, text=True).stdout.split()
    total, place = 0, os.path.dirname(options.found)
    if options.libfuzzer:
        subprocess.run([options.fuzzer, "seeds", f"{place}/corpus"], check=True)
        subprocess.run([options.fuzzer, "dictionary", f"{place}/tokens"], check=True)
    ways = [guided, damaged] if options.libfuzzer else [damaged]
    for name in names:
        if options.only not in (None, name):
            continue
        for way in ways:
            end = time.monotonic() + max(1, seconds / (1 if options.only else len(names)) / len(ways))
            # What was found does not end the search.
            for attempt in range(100):
                result, count, said = way(name, max(1, int(end - time.monotonic())), attempt)
                total += count
                print("  " + said, flush=True)
                if result.returncode:
                    failures.append(name)
                    print(result.stderr[-3000:], flush=True)
                if time.monotonic() >= end - 1:
                    break
    print(f"  {total} inputs of all readers", flush=True)


def prepared(number, source, output, command, table_file):
    """The damaged file of one run of CommandFuzzer, again."""
    remove(source)
    remove(output)
    subprocess.run([options.commands, "damage", table_file, command, str(number), source], check=True)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Counts:
    def __init__(self):
        self.of, self.notes = collections.defaultdict(lambda: [0] * 7), {}

    def add(self, names, words):
        for index, name in enumerate(names):
            one = words[2 + 7 * index : 9 + 7 * index]
            self.of[name] = [a + b for a, b in zip(self.of[name][:6], one[:6])] + [max(self.of[name][6], one[6])]

    def show(self):
        names = ["runs", "0", "2", "64", "65"]
        for name, one in self.of.items():
            print(f"  {name:15}" + ", ".join(f"{w}: {n}" for w, n in zip(names, one)) + f"; {one[5] / 1e6 / max(1, one[0]):.2f} ms each, slowest {one[6] / 1e9:.1f} s")
        print(f"  {sum(one[0] for one in self.of.values())} runs of {len(self.of)} commands", flush=True)


def worker(table, table_file, seconds, seed, counts, folder):
    """One process of CommandFuzzer, until it ends or has to be ended. Says what each fault was."""
    names = [name for name, _, _, _ in table]
    place = os.path.join(folder, "worker")
    remove(place)
    os.makedirs(place)
    with open(os.path.join(folder, "report"), "w+", errors="replace") as report:
        arguments = [options.commands, "run", table_file, place, str(seed), str(seconds)] + ([options.only] if options.only else [])
        process = subprocess.Popen(arguments, stdout=report, stderr=subprocess.DEVNULL, preexec_fn=limit)
        last, since, why = None, 0.0, None
        while process.poll() is None:
            time.sleep(0.2)
            words = status(place)
            try:
                used = processor_seconds(process.pid)
            except OSError:
                continue
            if words and words[:2] != last:
                last, since = words[:2], used
            if used - since > 20:
                why = "hang"
                process.kill()
        process.wait()
        words = status(place)
        faults = []
        if words:
            counts.add(names, words)
            if process.returncode:
                faults.append((names[words[0]], words[1], why or f"signal {-process.returncode}"))
        report.seek(0)
        for line in report:
            kind, name, number, what = (line.rstrip("\n").split("\t", 3) + [""] * 4)[:4]
            if kind == "FAULT":
                faults.append((name, int(number), what))
            elif kind == "NOTE":
                counts.notes.setdefault((name, re.sub(r"[\d.e+-]+|'[^']*'", "#", what)[:70]), (int(number), what))
    return faults


def status(place):
    try:
        with open(os.path.join(place, "status"), "rb") as file:
            bytes = file.read()
        return struct.unpack(f"{len(bytes) // 8}Q", bytes)
    except OSError:
        return None


def through_commands(seconds):
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        table = commands(folder)
        table_file = os.path.join(folder, "table.json")
        with open(table_file, "w") as file:
            json.dump([dict(zip(("name", "seeds", "ending", "arguments"), row)) for row in table], file)
        accept(table, folder)
        counts, start, round = Counts(), time.monotonic(), 0
        if options.commands:
            while time.monotonic() - start < seconds * 0.9:
                share = max(1, min(60, seconds * 0.9 - (time.monotonic() - start)))
                for name, number, why in worker(table, table_file, share, (options.seed << 12) + round, counts, folder):
                    again(table, table_file, name, number, why, folder)
                round += 1
            counts.show()
            for (name, _), (number, what) in sorted(counts.notes.items()):
                print(f"  no line: {name} {number}: {what}", flush=True)
        through_program(table, folder, seconds - (time.monotonic() - start))


def again(table, table_file, name, number, why, folder):
    """A fault that was seen in process, through the program itself."""
    _, _, ending, arguments = next(row for row in table if row[0] == name)
    source, output = f"{folder}/damaged.{ending}", f"{folder}/written.out"
    prepared(number, source, output, name, table_file)
    called = filled(arguments, source, output)
    code, usage, errors = run(called, folder)
    said = fault(code, usage, errors, called, output)
    if sum(failure.startswith(name + ":") for failure in failures) < 20:
        keep(name, arguments, source, f"{why} in process (number {number}); by itself: {said or f'none, code {code}'}")


def filled(arguments, source, output):
    return [{"F": source, "O": output, "P": os.path.splitext(source)[0]}.get(a, a) for a in arguments]


def place_seed(seed, source, ending):
    remove(source)
    if ending == "days":
        with open(seed, "rb") as file:
            unfold(file.read(), source)
    else:
        shutil.copy(seed, source)


def accept(table, folder):
    """A command that refuses every valid file would test nothing."""
    for name, seeds, ending, arguments in table:
        found = []
        for seed in seeds[:3]:
            source, output = f"{folder}/valid.{ending}", f"{folder}/written.out"
            place_seed(seed, source, ending)
            remove(output)
            code, usage, errors = run(filled(arguments, source, output), folder)
            found.append((code, round(usage.ru_utime + usage.ru_stime, 2), errors[:200] if code not in (0, 2) else ""))
        if not {code for code, _, _ in found} & {0, 2}:
            print(f"  {name} accepts no valid file: {found}", flush=True)


def through_program(table, folder, seconds):
    count, codes, start, round = 0, {}, time.monotonic(), 0
    while time.monotonic() - start < seconds:
        for name, seeds, ending, arguments in table:
            if options.only not in (None, name):
                continue
            batch = os.path.join(folder, "batch")
            remove(batch)
            os.makedirs(batch)
            subprocess.run([options.fuzzer, "damage", str((options.seed << 24) + round * 1000), "5", batch] + seeds, check=True)
            for number in range(5):
                source, output = f"{folder}/damaged.{ending}", f"{folder}/written.out"
                place_seed(f"{batch}/{number}", source, ending)
                remove(output)
                called = filled(arguments, source, output)
                code, usage, errors = run(called, folder)
                count += 1
                codes[code] = codes.get(code, 0) + 1
                if why := fault(code, usage, errors, called, output):
                    keep(name, arguments, source, why)
            if time.monotonic() - start > seconds:
                break
            round += 1
    print(f"  {count} runs of the program itself; exit codes {codes}", flush=True)


print(f"seed {options.seed}; readers {'with libFuzzer and the address sanitizer' if options.libfuzzer else 'without sanitizer'}", flush=True)
if options.part != "commands":
    print("readers, in process:", flush=True)
    in_process(options.seconds / 2 if options.part == "both" else options.seconds)
if options.part != "readers" and options.tool:
    print("commands:", flush=True)
    through_commands(options.seconds / 2 if options.part == "both" else options.seconds)
print(f"{len(failures)} failures" + "".join(f"\n  {f}" for f in failures))
sys.exit(1 if failures else 0)
