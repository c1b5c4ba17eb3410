// Files of reports about domains, for tests.
import { deflateRawSync } from "node:zlib";

export const record = (ip: string, count: number, dkim: string, spf: string) =>
  `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>none</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><header_from>a.example</header_from></identifiers></record>`;
export const dmarc = (domain: string, records: string, id = "r1") =>
  `<?xml version="1.0"?>\n<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"><report_metadata><org_name>Reporter</org_name><email>x@r.example</email><report_id>${id}</report_id><date_range><begin>1767225600</begin><end>1767311999</end></date_range></report_metadata><policy_published><domain>${domain}</domain><p>none</p></policy_published>${records}</feedback>`;
export const tls = (domain: string) =>
  JSON.stringify({
    "organization-name": "Company-X",
    "date-range": { "start-datetime": "2026-04-01T00:00:00Z", "end-datetime": "2026-04-01T23:59:59Z" },
    "contact-info": "x@r.example",
    "report-id": "5065427c@r.example",
    policies: [
      {
        policy: { "policy-type": "sts", "policy-string": ["version: STSv1"], "policy-domain": domain },
        summary: { "total-successful-session-count": 5326, "total-failure-session-count": 303 },
        "failure-details": [
          {
            "result-type": "certificate-expired",
            "sending-mta-ip": "2001:db8::1",
            "receiving-mx-hostname": "mx1.a.example",
            "failed-session-count": 100,
          },
        ],
      },
    ],
  });

/** An archive of one file, its sizes behind the data as streaming writers have it. */
export function zipped(text: string | Buffer): Buffer {
  const data = deflateRawSync(text);
  const name = Buffer.from("report.xml");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 6);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(data.length, 20);
  central.writeUInt32LE(text.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, name, data, central, name, end]);
}
