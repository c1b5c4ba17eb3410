// Each fault is named by its own finding, with what to do; on a healthy machine nothing is named.
import { afterAll, expect, test } from "bun:test";
import { type AddressInfo, createServer } from "node:net";
import type { SMTPServerOptions } from "smtp-server";
import type { Finding } from "../../src/doctor/finding.ts";
import { eachApp, eventually } from "../support/app/app.ts";
import { smtpError, startMxServer } from "../support/fakes/mx-server.ts";
import { dnsFaults } from "./faults-dns.ts";
import { machineFaults } from "./faults-machine.ts";
import { networkFaults } from "./faults-network.ts";
import { domain, healthyMachine, host, type Machine, startSurroundings } from "./machine.ts";

const around = await startSurroundings();
afterAll(() => around.stop());

const named = (findings: readonly Finding[]) =>
  findings.filter(({ severity }) => severity === "warn" || severity === "fail");
const said = ({ code, message }: Finding) => `${code}: ${message}`;

eachApp(
  "doctor",
  (t) => {
    let made: Promise<Machine> | null = null;
    const machine = () => (made ??= healthyMachine(t, around));

    // DECISIONS Settings and command line: doctor warns of an old backup, and of an MTA-STS policy that is not served
    test("names nothing on a healthy machine", async () => {
      const { examine } = await machine();
      const findings = await examine(null);
      expect(findings.filter(({ severity }) => severity !== "ok").map(said)).toEqual([]);
      expect(new Set(findings.map(({ check }) => check)).size).toBeGreaterThan(18);
      // The mails of the checks are gone.
      const { json } = await t.api.get<{ data: unknown[] }>("/messages?is_read=false");
      expect(json.data).toEqual([]);
    });

    test("mail to several domains has left", async () => {
      await machine();
      const { email } = await t.address();
      const to = ["a@one.example", "b@two.example", "c@three.example"];
      const { id } = await t.api.must<{ id: string }>(
        201,
        t.api.post("/messages", { from: email, to, subject: "s", text: "t" }),
      );
      await eventually(async () => {
        const { json } = await t.api.get<{ data: { status: string }[] }>(`/messages/${id}/recipients`);
        return json.data.every(({ status }) => status !== "queued" && status !== "sending");
      });
    });

    for (const fault of [...dnsFaults, ...networkFaults, ...machineFaults]) {
      const { code, remedy, message, record, also = [] } = fault;
      const missing = fault.missing?.() ?? null;
      if (missing !== null) test.skip(`${code}: ${missing}`, () => {});
      else
        test(code, async () => {
          const healthy = await machine();
          const { undo, ...change } = await fault.make(healthy);
          try {
            const only = [code.split(".")[0]!];
            const findings = named(await healthy.examine(only, change));
            const codes = [...new Set(findings.map((finding) => finding.code))];
            expect(codes.filter((each) => !also.includes(each))).toEqual([code]);
            const found = findings.find((finding) => finding.code === code)!;
            expect(found.remedy).toMatch(remedy);
            if (message) expect(found.message).toMatch(message);
            if (record) expect(found.record).toMatch(record);
          } finally {
            await undo?.();
          }
        });
    }

    test("a relay that has no postmaster of a domain takes its senders", async () => {
      const { examine } = await machine();
      const server = await startMxServer({
        name: host,
        onRcptTo: (_address, _session, done) => done(smtpError(550, "5.1.1 No such user here")),
      });
      const config = { smtpRelayUrl: `smtp://127.0.0.1:${server.port}` };
      const found = named(await examine(["relay"], { config, options: { relay: false } }));
      await server.stop();
      expect(found.map(({ code }) => code)).not.toContain("relay.sender_refused");
    });

    test("a relay of several addresses is asked once at each, and for senders where it answers", async () => {
      const { examine } = await machine();
      let ended = 0;
      const cutting = createServer((socket) => {
        ended++;
        socket.on("error", () => {});
        socket.destroy();
      });
      await new Promise<void>((resolve) => cutting.listen(0, "127.0.0.2", resolve));
      const { port } = cutting.address() as AddressInfo;
      const asked: string[] = [];
      const server = await startMxServer(
        {
          name: host,
          onMailFrom({ address }, _session, done) {
            asked.push(address);
            done(smtpError(553, "5.7.1 not owned by user"));
          },
        },
        { port },
      );
      const config = { smtpRelayUrl: `smtp://relay.example:${port}` };
      const look = async (relayAddresses: string[]) =>
        named(await examine(["relay"], { config, options: { relay: false, relayAddresses } }));
      const found = await look(["127.0.0.2", "127.0.0.1"]);
      expect(found.map(({ code }) => code)).toEqual(["relay.sender_refused", "relay.address_unused"]);
      expect(found[1]!.message).toContain("at 127.0.0.2: the other side ended the connection");
      expect([ended, server.connections(), asked]).toEqual([1, 1, [`postmaster@${domain}`]]);
      // Nothing listens at the other address of this machine, as with localhost.
      cutting.close();
      expect((await look(["127.0.0.2", "127.0.0.1"])).map(({ code }) => code)).toEqual([
        "relay.sender_refused",
      ]);
      await server.stop();
      expect((await look(["127.0.0.2", "127.0.0.1"])).map(({ code }) => code)).toEqual(["relay.unreachable"]);
    });

    test("a password that a relay refuses is tried at one of its addresses", async () => {
      const { examine } = await machine();
      const logins: string[] = [];
      const refusing: SMTPServerOptions = {
        name: host,
        authOptional: false,
        allowInsecureAuth: true,
        onAuth({ username }, _session, done) {
          logins.push(username ?? "");
          done(smtpError(535, "5.7.8 wrong password"));
        },
      };
      const server = await startMxServer(refusing);
      const config = { smtpRelayUrl: `smtp://me:wrong@relay.example:${server.port}` };
      const relayAddresses = ["127.0.0.1", "127.0.0.1", "127.0.0.1"];
      const found = await examine(["relay"], { config, options: { relay: false, relayAddresses } });
      expect(named(found).map(({ code }) => code)).toEqual(["relay.login_refused"]);
      expect(logins).toEqual(["me"]);
      await server.stop();
    });

    test("names nothing when all is mended", async () => {
      const { examine } = await machine();
      expect(named(await examine(null)).map(said)).toEqual([]);
    });

    test("a domain that is added is looked at too", async () => {
      const { examine } = await machine();
      await t.api.must(201, t.api.post("/domains", { domain: "second.example" }));
      const findings = named(await examine(["domain"]));
      expect([...new Set(findings.map(({ subject }) => subject))]).toEqual(["second.example"]);
      expect(findings.map(({ code }) => code)).toContain("domain.mx_missing");
      expect(findings.map(({ subject }) => subject)).not.toContain(domain);
    });
  },
  { env: around.env, checkOnce: true },
);
