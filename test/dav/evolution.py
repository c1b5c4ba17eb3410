"""Drives Evolution's data server, the engine of its calendar: one JSON command a line on stdin, one answer a line on stdout.

Wants Debian's evolution-data-server, gir1.2-ecal-2.0 and python3-gi, a session bus and a home of its own; exit 3 without them.
"""

import json
import sys
import threading
import time

try:
    import gi

    gi.require_version("ECal", "2.0")
    gi.require_version("EDataServer", "1.2")
    gi.require_version("ICalGLib", "3.0")
    from gi.repository import ECal, EDataServer, GLib, ICalGLib
except (ImportError, ValueError) as error:
    print(error, file=sys.stderr)
    sys.exit(3)

if sys.argv[1:] == ["--check"]:
    sys.exit(0)

threading.Thread(target=GLib.MainLoop().run, daemon=True).start()
registry = EDataServer.SourceRegistry.new_sync(None)
clients = {}


def source_of(name, port, email, path):
    source = EDataServer.Source.new_with_uid(name, None)
    source.set_display_name(name)
    source.set_parent("caldav-stub")
    authentication = source.get_extension(EDataServer.SOURCE_EXTENSION_AUTHENTICATION)
    authentication.set_host("127.0.0.1")
    authentication.set_port(port)
    authentication.set_user(email)
    authentication.set_method("plain/password")
    source.get_extension(EDataServer.SOURCE_EXTENSION_SECURITY).set_method("none")
    dav = source.get_extension(EDataServer.SOURCE_EXTENSION_WEBDAV_BACKEND)
    dav.set_resource_path(path)
    dav.set_calendar_auto_schedule(True)
    dav.set_email_address(email)
    source.get_extension(EDataServer.SOURCE_EXTENSION_CALENDAR).set_backend_name("caldav")
    registry.commit_source_sync(source, None)
    for _ in range(600):
        found = registry.ref_source(name)
        if found:
            return found
        time.sleep(0.1)
    raise TimeoutError("the source was not made")


def open_calendar(name, port, email, password, path):
    source = source_of(name, port, email, path)

    def give(*_):
        credentials = EDataServer.NamedParameters.new()
        credentials.set(EDataServer.SOURCE_CREDENTIAL_USERNAME, email)
        credentials.set(EDataServer.SOURCE_CREDENTIAL_PASSWORD, password)
        source.invoke_authenticate_sync(credentials, None)

    source.connect("credentials-required", give)
    clients[name] = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, 0xFFFFFFFF, None)
    give()


def component_of(name, uid):
    """The event, once a refresh has brought it."""
    client = clients[name]
    for _ in range(600):
        client.refresh_sync(None)
        found = {one.get_uid(): one for one in client.get_object_list_sync("#t", None)[1]}
        if uid in found:
            return found[uid]
        time.sleep(0.1)
    raise TimeoutError(f"{uid} did not come")


def modify(name, component):
    clients[name].modify_object_sync(component, ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None)


def create(name, text):
    component = ICalGLib.Component.new_from_string(text)
    clients[name].create_object_sync(component, ECal.OperationFlags.NONE, None)


def show(name, uid):
    return component_of(name, uid).as_ical_string()


def accept(name, uid, email):
    component = component_of(name, uid)
    line = component.get_first_property(ICalGLib.PropertyKind.ATTENDEE_PROPERTY)
    while line:
        if line.get_attendee().lower() == f"mailto:{email}":
            line.set_parameter(ICalGLib.Parameter.new_partstat(ICalGLib.ParameterPartstat.ACCEPTED))
        line = component.get_next_property(ICalGLib.PropertyKind.ATTENDEE_PROPERTY)
    modify(name, component)


def move(name, uid, start, end):
    component = component_of(name, uid)
    component.set_dtstart(ICalGLib.Time.new_from_string(start))
    component.set_dtend(ICalGLib.Time.new_from_string(end))
    modify(name, component)


commands = {"open": open_calendar, "create": create, "show": show, "accept": accept, "move": move}
for text in sys.stdin:
    command = json.loads(text)
    try:
        answer = {"answer": commands[command.pop("do")](**command)}
    except Exception as error:  # noqa: BLE001: it is the test that judges
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
