// Passkeys: the form carries what the authenticator is asked, and takes its answer along.
type PasskeyOptions = Record<string, unknown> & {
  challenge: string;
  user?: Record<string, unknown> & { id: string };
  excludeCredentials?: { id: string; type: string }[];
};

export function passkeys(part: ParentNode): void {
  for (const form of part.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
    const say = (text: string | undefined) => {
      const place = form.querySelector("[role=status]");
      if (place) place.textContent = text ?? "";
    };
    const { passkey, options = "{}", failed, missing } = form.dataset;
    if (!("PublicKeyCredential" in window)) {
      say(missing);
      continue;
    }
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      say("");
      try {
        const publicKey = read(JSON.parse(options) as PasskeyOptions);
        const { credentials } = navigator;
        const answer =
          passkey === "create"
            ? await credentials.create({
                publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions,
              })
            : await credentials.get({ publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions });
        const field = form.elements.namedItem("response") as HTMLInputElement;
        field.value = JSON.stringify(written(answer as PublicKeyCredential));
        form.submit();
      } catch {
        say(failed);
      }
    });
  }
}

function read(options: PasskeyOptions): Record<string, unknown> {
  const { challenge, user, excludeCredentials } = options;
  return {
    ...options,
    challenge: toBytes(challenge),
    ...(user && { user: { ...user, id: toBytes(user.id) } }),
    ...(excludeCredentials && {
      excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
    }),
  };
}

function written({ id, rawId, type, response }: PublicKeyCredential): object {
  const given = response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  return {
    id,
    rawId: toText(rawId),
    type,
    clientExtensionResults: {},
    response: {
      clientDataJSON: toText(given.clientDataJSON),
      attestationObject: toText(given.attestationObject),
      transports: given.getTransports?.(),
      authenticatorData: given.signature && toText(given.authenticatorData),
      signature: toText(given.signature),
      userHandle: toText(given.userHandle),
    },
  };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}

function toText(bytes: ArrayBuffer | null | undefined): string | undefined {
  if (!bytes) return undefined;
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
