// X.509 for ACME: a key with its certificate request (RFC 2986), and the certificate that answers tls-alpn-01 (RFC 8737).
// node-forge encodes them; the runtime generates the keys.
import { createHash, generateKeyPairSync, X509Certificate } from "node:crypto";
import forge from "node-forge";
import { type Certificate, newSerialNumber } from "../lib/self-signed.ts";

/** The object identifier id-pe-acmeIdentifier. RFC 8737 6.1 */
const acmeIdentifier = "1.3.6.1.5.5.7.1.31";

/** An RSA-2048 key, which every mail program accepts: PEM (PKCS 8) and as node-forge has it. */
function newKey() {
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    pem: pair.privateKey,
    privateKey: forge.pki.privateKeyFromPem(pair.privateKey),
    publicKey: forge.pki.publicKeyFromPem(pair.publicKey),
  };
}

/** A new key, PEM, and the request for a certificate of this host, DER. */
export function certificateRequest(host: string): { key: string; csr: Uint8Array } {
  const key = newKey();
  const request = forge.pki.createCertificationRequest();
  request.publicKey = key.publicKey;
  request.setAttributes([
    {
      name: "extensionRequest",
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: host }] }],
    },
  ]);
  request.sign(key.privateKey, forge.md.sha256.create());
  const der = forge.asn1.toDer(forge.pki.certificationRequestToAsn1(request)).getBytes();
  return { key: key.pem, csr: Buffer.from(der, "latin1") };
}

/** The certificate that proves knowledge of the key authorization. RFC 8737 3 */
export function challengeCertificate(host: string, keyAuthorization: string, nowMs: number): Certificate {
  const key = newKey();
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = key.publicKey;
  certificate.serialNumber = newSerialNumber();
  certificate.validity.notBefore = new Date(nowMs - 86_400_000);
  certificate.validity.notAfter = new Date(nowMs + 86_400_000);
  const name = [{ name: "commonName", value: "ACME challenge" }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const digest = createHash("sha256").update(keyAuthorization).digest();
  const octets = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.OCTETSTRING,
    false,
    digest.toString("latin1"),
  );
  certificate.setExtensions([
    { name: "subjectAltName", altNames: [{ type: 2, value: host }] },
    { id: acmeIdentifier, critical: true, value: forge.asn1.toDer(octets).getBytes() },
  ]);
  certificate.sign(key.privateKey, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: key.pem };
}

/** Validity of the first certificate of a chain, UTC epoch milliseconds. */
export function validityOf(chain: string): { fromMs: number; toMs: number } {
  const { validFrom, validTo } = new X509Certificate(chain);
  return { fromMs: Date.parse(validFrom), toMs: Date.parse(validTo) };
}
