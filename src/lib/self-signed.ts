// A self-signed certificate for the first start, so that STARTTLS works before an operator configures one.
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import forge from "node-forge";

export interface Certificate {
  /** PEM */
  cert: string;
  /** PEM, PKCS 8 */
  key: string;
}

const days = 3650;

/**
 * A random serial number in hexadecimal: 16 octets, positive, without a superfluous leading octet. RFC 5280 4.1.2.2,
 * X.690 8.3.2: a first octet 0 before a small one is an error, for which OpenSSL refuses the whole certificate.
 */
export function newSerialNumber(): string {
  const octets = randomBytes(16);
  octets[0] = (octets[0]! & 0x7f) | 0x40;
  return octets.toString("hex");
}

/**
 * An RSA-2048 certificate for one host name, valid for ten years from a day before `nowMs` (clocks differ).
 * node-forge writes the X.509 (RFC 5280); the key is made, and signs, by node:crypto: signing in JavaScript took a tenth of a start.
 */
export function selfSignedCertificate(hostname: string, nowMs: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = newSerialNumber();
  certificate.validity.notBefore = new Date(nowMs - 86_400_000);
  certificate.validity.notAfter = new Date(nowMs + days * 86_400_000);
  const name = [{ name: "commonName", value: hostname.slice(0, 64) }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", digitalSignature: true, keyEncipherment: true },
    { name: "extKeyUsage", serverAuth: true },
    { name: "subjectAltName", altNames: [{ type: 2, value: hostname }] },
  ]);
  const signer = {
    sign() {
      const signed = Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), "latin1");
      return sign("sha256", signed, privateKey).toString("latin1");
    },
  };
  certificate.sign(signer as unknown as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  return { cert: forge.pki.certificateToPem(certificate), key: privateKey };
}
