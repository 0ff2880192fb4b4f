"""The reference phone-day in SimPy, written as its manual teaches: one process per active thing.

Same numbers as PhoneDay/Workload.swift. Time is in seconds.
"""

import argparse
import math
import random
import time

import simpy

HORIZON = 86_400.0
LEG, WALKING_SPEED = 1_800.0, 1.4
FIRST_FIX, FIX_INTERVAL, TIME_TO_FIRST_FIX = 0.5, 1.0, 0.4
ERROR_DEVIATION, ERROR_TIME = 2.5, 20.0
DISTANCE_FILTER = 10.0
FIRST_SCAN, SCAN_INTERVAL, SCAN_TIME = 30.0, 60.0, 0.5
UPLOAD_BYTES, UPLINK_RATE, UPLINK_ENERGY_PER_BIT = 600, 5e6, 438.39e-9
PROMOTION = 0.2601
# Stages after the last byte, with the time each ends, counted from the last byte.
STAGES = (("connected", 0.1), ("short_drx", 0.12), ("long_drx", 11.576))

GNSS_WATTS = {"acquiring": 0.150, "tracking": 0.045}
WIFI_WATTS = {"power_save": 0.006, "scan": 0.300}
LTE_WATTS = {
    "idle": 0.020,
    "promotion": 1.2107,
    "transferring": 1.28804,
    "connected": 1.060,
    "short_drx": 1.031,
    "long_drx": 1.013,
}


def walked(now):
    leg, into = divmod(now, LEG)
    return ((leg // 2) * LEG + (into if leg % 2 == 0 else LEG)) * WALKING_SPEED


class Meter:
    """Time per state of one component."""

    def __init__(self, env, watts, state):
        self.env, self.watts, self.state = env, watts, state
        self.since = env.now
        self.dwell = dict.fromkeys(watts, 0.0)

    def enter(self, state):
        now = self.env.now
        self.dwell[self.state] += now - self.since
        self.since, self.state = now, state

    def joules(self):
        self.enter(self.state)
        return sum(watts * self.dwell[state] for state, watts in self.watts.items())


class PhoneDay:
    def __init__(self, seed, noisy):
        self.env = simpy.Environment()
        self.random, self.noisy = random.Random(seed), noisy
        self.events = self.deliveries = self.uploaded = 0
        self.held = None
        self.errors = []
        self.gnss = Meter(self.env, GNSS_WATTS, "acquiring")
        self.wifi = Meter(self.env, WIFI_WATTS, "power_save")
        self.lte = Meter(self.env, LTE_WATTS, "idle")
        self.uploads = simpy.Store(self.env)
        for process in (self.acquire, self.upload, self.scan, self.fix, self.sample):
            self.env.process(process())

    def acquire(self):
        yield self.env.timeout(TIME_TO_FIRST_FIX)
        self.events += 1
        self.gnss.enter("tracking")

    def fix(self):
        gauss = self.random.gauss
        memory = math.exp(-FIX_INTERVAL / ERROR_TIME)
        innovation = ERROR_DEVIATION * math.sqrt(1 - memory * memory)
        east = north = 0.0
        if self.noisy:
            east, north = gauss(0, ERROR_DEVIATION), gauss(0, ERROR_DEVIATION)
        yield self.env.timeout(FIRST_FIX)
        while True:
            self.events += 1
            if self.noisy:
                east = memory * east + innovation * gauss(0, 1)
                north = memory * north + innovation * gauss(0, 1)
            x = walked(self.env.now) + east
            held = self.held
            if held is None or (x - held[0]) ** 2 + (north - held[1]) ** 2 >= DISTANCE_FILTER**2:
                self.held = (x, north)
                self.deliveries += 1
                self.uploads.put(UPLOAD_BYTES)
            yield self.env.timeout(FIX_INTERVAL)

    def sample(self):
        yield self.env.timeout(FIRST_FIX)
        while True:
            self.events += 1
            x, y = self.held
            self.errors.append((walked(self.env.now) - x) ** 2 + y**2)
            yield self.env.timeout(FIX_INTERVAL)

    def scan(self):
        yield self.env.timeout(FIRST_SCAN)
        while True:
            self.events += 1
            self.wifi.enter("scan")
            yield self.env.timeout(SCAN_TIME)
            self.events += 1
            self.wifi.enter("power_save")
            yield self.env.timeout(SCAN_INTERVAL - SCAN_TIME)

    def upload(self):
        env, lte = self.env, self.lte
        request = self.uploads.get()
        while True:
            size = yield request
            if lte.state == "idle":
                lte.enter("promotion")
                yield env.timeout(PROMOTION)
                self.events += 1
            lte.enter("transferring")
            yield env.timeout(size * 8 / UPLINK_RATE)
            self.events += 1
            self.uploaded += size
            last_byte = env.now
            request = self.uploads.get()
            for stage, end in STAGES:
                if request.triggered:
                    break
                lte.enter(stage)
                yield request | env.timeout(last_byte + end - env.now)
                if request.triggered:
                    break
                self.events += 1
            else:
                lte.enter("idle")

    def run(self):
        self.env.run(until=HORIZON)
        errors = sorted(self.errors)
        self.error95 = math.sqrt(errors[math.ceil(0.95 * len(errors)) - 1])
        self.energy = [self.gnss.joules(), self.wifi.joules(), self.lte.joules()]
        self.energy[2] += self.uploaded * 8 * UPLINK_ENERGY_PER_BIT
        return self


def main():
    parser = argparse.ArgumentParser(description="The reference phone-day in SimPy.")
    parser.add_argument("--no-noise", action="store_true")
    parser.add_argument("--days", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    events = 0
    begin = time.process_time()
    for index in range(options.days):
        day = PhoneDay(options.seed + index, not options.no_noise).run()
        events += day.events
    seconds = time.process_time() - begin
    gnss, wifi, cellular = day.energy
    print(
        f"days={options.days} events={events} seconds={seconds!r} deliveries={day.deliveries} "
        f"error_p95_m={day.error95!r} gnss_J={gnss!r} wifi_J={wifi!r} cellular_J={cellular!r} "
        f"energy_J={gnss + wifi + cellular!r}"
    )


if __name__ == "__main__":
    main()
