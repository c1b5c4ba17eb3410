"""Reads calendar texts with an implementation that is not ours, and answers in their name.

Usage: read-calendar.py icalendar|libical, a JSON object on stdin, one on stdout.
In: {"texts": [...], "replies": [{"text", "email", "partstat"}], "cancels": [text]}
Out: {"version", "events": [[{...}]], "replies": [text], "cancels": [text]}; exit 3 when the implementation is missing.
"""

import ctypes
import datetime
import json
import sys


def epoch(value):
    """Seconds since the epoch; a date is the midnight of that day in UTC."""
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day, tzinfo=datetime.timezone.utc)
    return int(value.timestamp())


class WithIcalendar:
    def __init__(self):
        import icalendar

        self.lib = icalendar
        self.version = "icalendar " + icalendar.__version__

    def events(self, text):
        calendar = self.lib.Calendar.from_ical(text)
        return [self.event(calendar, event) for event in calendar.walk("VEVENT")]

    def event(self, calendar, event):
        attendees = event.get("ATTENDEE", [])
        attendees = attendees if isinstance(attendees, list) else [attendees]
        return {
            "method": str(calendar.get("METHOD")),
            "uid": str(event["UID"]),
            "summary": str(event.get("SUMMARY", "")),
            "description": str(event.get("DESCRIPTION", "")),
            "location": str(event.get("LOCATION", "")),
            "status": str(event.get("STATUS", "")),
            "sequence": int(event.get("SEQUENCE", 0)),
            "start": epoch(event["DTSTART"].dt),
            "end": epoch(event["DTEND"].dt),
            "recurrence_id": epoch(event["RECURRENCE-ID"].dt) if "RECURRENCE-ID" in event else None,
            "organizer": str(event.get("ORGANIZER", "")),
            "attendees": [
                [str(one), str(one.params.get("CN", "")), str(one.params.get("PARTSTAT", ""))] for one in attendees
            ],
            "instances": None,
        }

    def reply(self, text, email, partstat):
        calendar = self.lib.Calendar.from_ical(text)
        calendar["METHOD"] = self.lib.vText("REPLY")
        for event in calendar.walk("VEVENT"):
            attendees = event.pop("ATTENDEE")
            attendees = attendees if isinstance(attendees, list) else [attendees]
            line = next(one for one in attendees if str(one).lower().endswith(email))
            line.params["PARTSTAT"] = partstat
            event.add("ATTENDEE", line, encode=0)
            for name in ("STATUS", "TRANSP", "DESCRIPTION"):
                event.pop(name, None)
        return calendar.to_ical().decode()

    def cancel(self, text):
        calendar = self.lib.Calendar.from_ical(text)
        calendar["METHOD"] = self.lib.vText("CANCEL")
        for event in calendar.walk("VEVENT"):
            event["STATUS"] = self.lib.vText("CANCELLED")
            event["SEQUENCE"] = int(event.get("SEQUENCE", 0)) + 1
        return calendar.to_ical().decode()


class Time(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int)
        for name in ("year", "month", "day", "hour", "minute", "second", "is_date", "is_daylight")
    ] + [("zone", ctypes.c_void_p)]


class Span(ctypes.Structure):
    _fields_ = [("start", ctypes.c_long), ("end", ctypes.c_long), ("is_busy", ctypes.c_int)]


class WithLibical:
    VEVENT = 4

    def __init__(self):
        lib = ctypes.CDLL("libical.so.3")
        pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
        for name, result, arguments in [
            ("icalparser_parse_string", pointer, [text]),
            ("icalcomponent_get_first_component", pointer, [pointer, number]),
            ("icalcomponent_get_next_component", pointer, [pointer, number]),
            ("icalcomponent_get_first_property", pointer, [pointer, number]),
            ("icalcomponent_get_next_property", pointer, [pointer, number]),
            ("icalcomponent_remove_property", None, [pointer, pointer]),
            ("icalcomponent_get_uid", text, [pointer]),
            ("icalcomponent_get_summary", text, [pointer]),
            ("icalcomponent_get_description", text, [pointer]),
            ("icalcomponent_get_location", text, [pointer]),
            ("icalcomponent_get_status", number, [pointer]),
            ("icalcomponent_get_sequence", number, [pointer]),
            ("icalcomponent_set_sequence", None, [pointer, number]),
            ("icalcomponent_set_status", None, [pointer, number]),
            ("icalcomponent_get_dtstart", Time, [pointer]),
            ("icalcomponent_get_dtend", Time, [pointer]),
            ("icalproperty_get_datetime_with_component", Time, [pointer, pointer]),
            ("icaltime_as_timet_with_zone", ctypes.c_long, [Time, pointer]),
            ("icaltime_from_timet_with_zone", Time, [ctypes.c_long, number, pointer]),
            ("icalproperty_string_to_kind", number, [text]),
            ("icalproperty_get_value_as_string", text, [pointer]),
            ("icalproperty_get_parameter_as_string", text, [pointer, text]),
            ("icalproperty_set_parameter_from_string", None, [pointer, text, text]),
            ("icalproperty_set_value_from_string", None, [pointer, text, text]),
            ("icalproperty_string_to_status", number, [text]),
            ("icalproperty_status_to_string", text, [number]),
            ("icalcomponent_as_ical_string", text, [pointer]),
        ]:
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
        self.callback_type = ctypes.CFUNCTYPE(None, pointer, ctypes.POINTER(Span), pointer)
        lib.icalcomponent_foreach_recurrence.argtypes = [pointer, Time, Time, self.callback_type, pointer]
        lib.icalcomponent_foreach_recurrence.restype = None
        self.lib = lib
        self.version = "libical.so.3"

    def kind(self, name):
        return self.lib.icalproperty_string_to_kind(name.encode())

    def properties(self, component, name):
        found = []
        one = self.lib.icalcomponent_get_first_property(component, self.kind(name))
        while one:
            found.append(one)
            one = self.lib.icalcomponent_get_next_property(component, self.kind(name))
        return found

    def components(self, calendar):
        found = []
        one = self.lib.icalcomponent_get_first_component(calendar, self.VEVENT)
        while one:
            found.append(one)
            one = self.lib.icalcomponent_get_next_component(calendar, self.VEVENT)
        return found

    def epoch(self, time):
        return self.lib.icaltime_as_timet_with_zone(time, time.zone)

    def parse(self, text):
        calendar = self.lib.icalparser_parse_string(text.encode())
        if not calendar:
            raise ValueError("libical reads nothing")
        return calendar

    def events(self, text):
        calendar = self.parse(text)
        method = self.properties(calendar, "METHOD")[0]
        return [
            {**self.event(one), "method": self.lib.icalproperty_get_value_as_string(method).decode()}
            for one in self.components(calendar)
        ]

    def event(self, one):
        lib = self.lib
        text = lambda value: (value or b"").decode()
        start, end = lib.icalcomponent_get_dtstart(one), lib.icalcomponent_get_dtend(one)
        dates = self.properties(one, "RECURRENCE-ID")
        date = lib.icalproperty_get_datetime_with_component(dates[0], one) if dates else None
        status = lib.icalcomponent_get_status(one)
        organizer = self.properties(one, "ORGANIZER")
        instances = []

        @self.callback_type
        def collect(_, span, __):
            instances.append(span.contents.start)

        first = self.epoch(start)
        lib.icalcomponent_foreach_recurrence(
            one,
            lib.icaltime_from_timet_with_zone(first - 1, 0, None),
            lib.icaltime_from_timet_with_zone(first + 3 * 366 * 86400, 0, None),
            collect,
            None,
        )
        return {
            "uid": text(lib.icalcomponent_get_uid(one)),
            "summary": text(lib.icalcomponent_get_summary(one)),
            "description": text(lib.icalcomponent_get_description(one)),
            "location": text(lib.icalcomponent_get_location(one)),
            "status": text(lib.icalproperty_status_to_string(status)) if self.properties(one, "STATUS") else "",
            "sequence": lib.icalcomponent_get_sequence(one),
            "start": first,
            "end": self.epoch(end),
            "recurrence_id": self.epoch(date) if date else None,
            "organizer": text(lib.icalproperty_get_value_as_string(organizer[0])) if organizer else "",
            "attendees": [
                [
                    text(lib.icalproperty_get_value_as_string(line)),
                    text(lib.icalproperty_get_parameter_as_string(line, b"CN")),
                    text(lib.icalproperty_get_parameter_as_string(line, b"PARTSTAT")),
                ]
                for line in self.properties(one, "ATTENDEE")
            ],
            "instances": sorted(instances),
        }

    def set_method(self, calendar, method):
        self.lib.icalproperty_set_value_from_string(self.properties(calendar, "METHOD")[0], method, b"NO")

    def reply(self, text, email, partstat):
        calendar = self.parse(text)
        self.set_method(calendar, b"REPLY")
        for one in self.components(calendar):
            for line in self.properties(one, "ATTENDEE"):
                if self.lib.icalproperty_get_value_as_string(line).decode().lower().endswith(email):
                    self.lib.icalproperty_set_parameter_from_string(line, b"PARTSTAT", partstat.encode())
                else:
                    self.lib.icalcomponent_remove_property(one, line)
        return self.lib.icalcomponent_as_ical_string(calendar).decode()

    def cancel(self, text):
        calendar = self.parse(text)
        self.set_method(calendar, b"CANCEL")
        for one in self.components(calendar):
            self.lib.icalcomponent_set_status(one, self.lib.icalproperty_string_to_status(b"CANCELLED"))
            self.lib.icalcomponent_set_sequence(one, self.lib.icalcomponent_get_sequence(one) + 1)
        return self.lib.icalcomponent_as_ical_string(calendar).decode()


def main():
    try:
        reader = {"icalendar": WithIcalendar, "libical": WithLibical}[sys.argv[1]]()
    except (ImportError, OSError) as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    work = json.load(sys.stdin)
    json.dump(
        {
            "version": reader.version,
            "events": [reader.events(text) for text in work["texts"]],
            "replies": [reader.reply(one["text"], one["email"], one["partstat"]) for one in work["replies"]],
            "cancels": [reader.cancel(text) for text in work["cancels"]],
        },
        sys.stdout,
    )


main()
