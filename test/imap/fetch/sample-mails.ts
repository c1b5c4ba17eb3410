export function mail(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.replaceAll("\n", "\r\n"), "latin1"));
}

// The message of RFC 9051 8, with a body.
export const sample = mail(`Date: Wed, 17 Jul 1996 02:23:25 -0700 (PDT)
From: Terry Gray <gray@cac.washington.edu>
Subject: IMAP4rev2 WG mtg summary and minutes
To: imap@cac.washington.edu
cc: minutes@CNRI.Reston.VA.US, John Klensin <KLENSIN@MIT.EDU>
Message-Id: <B27397-0100000@cac.washington.edu>
MIME-Version: 1.0
Content-Type: TEXT/PLAIN; CHARSET=US-ASCII

line one
line two
`);

export const nested = mail(`Subject: outer
Received: one
 folded
X-Y: z
Content-Type: multipart/mixed; boundary="b1"

preamble
--b1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable
Content-ID: <part1@x>
Content-Description: the text
Content-Disposition: inline; filename="a b.txt"
Content-Language: en, de
Content-MD5: abc
Content-Location: http://x/y

caf=C3=A9 =
soft
--b1
Content-Type: message/rfc822

Subject: inner
To: a@b
Content-Type: multipart/alternative; boundary=b2

--b2
Content-Type: text/plain

plain
--b2
Content-Type: text/html
Content-Transfer-Encoding: base64

PGI+aGk8
L2I+AA==
--b2--
--b1
Content-Type: message/rfc822

Subject: single

just text
--b1
Content-Type: application/x-odd
Content-Transfer-Encoding: x-odd

?
--b1--
epilogue
`);
