"""Reads a trace with Perfetto's own protobuf module and prints what it says, a line each, tab-separated.

slice TRACK NAME NANOSECONDS   time in a state, summed
counter TRACK VALUE            the last value of a counter
instant TRACK COUNT
"""
import collections
import sys

from perfetto.protos.perfetto.trace import perfetto_trace_pb2

trace = perfetto_trace_pb2.Trace()
with open(sys.argv[1], "rb") as file:
    trace.ParseFromString(file.read())

tracks, names, values = {}, {}, {}
open_slices = {}
durations = collections.Counter()
instants = collections.Counter()
counters = {}
assert trace.packet[0].sequence_flags == 1, "the first packet starts afresh"
for packet in trace.packet:
    if packet.HasField("track_descriptor"):
        descriptor = packet.track_descriptor
        assert descriptor.uuid not in tracks, "a track is described once"
        # The phone's group is track 1, a watch's track 65: tracks of the latter are printed as "watch NAME".
        assert descriptor.uuid in (1, 65) or descriptor.parent_uuid in (1, 65)
        tracks[descriptor.uuid] = ("watch " if descriptor.parent_uuid == 65 else "") + descriptor.name
        continue
    for entry in packet.interned_data.event_names:
        names[entry.iid] = entry.name
    for entry in packet.interned_data.debug_annotation_string_values:
        values[entry.iid] = entry.str.decode()
    event = packet.track_event
    track = tracks[event.track_uuid]
    if event.type == event.TYPE_SLICE_BEGIN:
        assert track not in open_slices, "states follow each other"
        assert values[event.debug_annotations[0].string_value_iid]
        open_slices[track] = (names[event.name_iid], packet.timestamp)
    elif event.type == event.TYPE_SLICE_END:
        name, start = open_slices.pop(track)
        durations[(track, name)] += packet.timestamp - start
    elif event.type == event.TYPE_COUNTER:
        counters[track] = event.double_counter_value
    elif event.type == event.TYPE_INSTANT:
        instants[track] += 1
assert not open_slices, "every slice ends"
for (track, name), span in sorted(durations.items()):
    print("slice", track, name, span, sep="\t")
for track, value in sorted(counters.items()):
    print("counter", track, repr(value), sep="\t")
for track, count in sorted(instants.items()):
    print("instant", track, count, sep="\t")
