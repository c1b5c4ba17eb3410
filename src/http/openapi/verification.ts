// How a receiver verifies a delivery, in three languages, each with its standard library alone. test/http/documents.test.ts
// runs them.

/**
 * Each defines `verify(secret, headers, body)`: true for a delivery that this secret has signed within five minutes. Names of
 * headers are in lower case; the body is as it came, not parsed.
 */
export const verification = {
  JavaScript: `import { createHmac, timingSafeEqual } from "node:crypto";

export function verify(secret, headers, body) {
  const id = headers["webhook-id"], at = headers["webhook-timestamp"];
  if (!(Math.abs(new Date / 1000 - at) <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = createHmac("sha256", key).update(\`\${id}.\${at}.\${body}\`).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ""), "base64");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}`,
  Python: `import base64, hashlib, hmac, time

def verify(secret, headers, body):
    id, at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not at.isdecimal() or abs(time.time() - int(at)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    raw = body if isinstance(body, bytes) else body.encode()
    wanted = hmac.new(key, f"{id}.{at}.".encode() + raw, hashlib.sha256).digest()
    given = b"v1," + base64.b64encode(wanted)
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(one, given) for one in signatures)`,
  Go: `import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

func Verify(secret string, headers map[string]string, body string) bool {
	id, at := headers["webhook-id"], headers["webhook-timestamp"]
	seconds, err := strconv.ParseInt(at, 10, 64)
	if age := time.Now().Unix() - seconds; err != nil || age > 300 || age < -300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "." + body))
	wanted := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, one := range strings.Split(headers["webhook-signature"], " ") {
		if hmac.Equal([]byte(one), []byte(wanted)) {
			return true
		}
	}
	return false
}`,
} as const;

/** DECISIONS Events, webhooks, deliveries */
export const retryTimes =
  "A delivery is tried at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h after the try before, each with up to 20 % more or less. A try has 15 seconds; any 2xx is success, redirects are not followed. 429 and 503 may set Retry-After; 410 disables the webhook at once. Every try has the same webhook-id: drop what you have seen.";
