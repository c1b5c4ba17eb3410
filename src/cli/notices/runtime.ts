// Cli: what is in the executable besides packages of npm: Bun with JavaScriptCore, and the PostgreSQL inside PGlite.
import lgpl from "./lgpl-2.1.txt" with { type: "text" };

export interface PartNotice {
  name: string;
  license: string;
  text: string;
  /** As lists of components name it; null: they name it otherwise. */
  component: { name: string; version: string; purl: string } | null;
}

/** PGlite's `server_version` begins so. */
const postgresVersion = "18.6";

/** @param bun Bun's version */
export function partNotices(bun: string): PartNotice[] {
  return [
    { name: `Bun ${bun}`, license: "MIT", text: bunText, component: null },
    {
      name: "JavaScriptCore and WebKit, inside Bun",
      license: "LGPL-2.1-or-later",
      text: `${webKitText}\n\n${lgpl.trim()}`,
      component: {
        name: "WebKit",
        version: process.versions.webkit ?? "",
        purl: `pkg:github/oven-sh/WebKit@${process.versions.webkit}`,
      },
    },
    {
      name: "PostgreSQL, inside @electric-sql/pglite",
      license: "PostgreSQL",
      text: postgresText,
      component: {
        name: "postgresql",
        version: postgresVersion,
        purl: `pkg:generic/postgresql@${postgresVersion}`,
      },
    },
  ];
}

const bunText = `Copyright (c) Oven and the authors of Bun. MIT License; its text is the MIT License that stands with many packages below.
Bun links BoringSSL (OpenSSL and ISC), Brotli (MIT), c-ares (MIT), Highway (Apache-2.0), ICU (Unicode-3.0), libarchive
(BSD-2-Clause), libbase64 (BSD-2-Clause), libdeflate (MIT), libjpeg-turbo (IJG, BSD-3-Clause and zlib), libspng (BSD-2-Clause),
libuv (MIT, on Windows), libwebp (BSD-3-Clause), lol-html (BSD-3-Clause), ls-hpack, ls-qpack and lsquic (MIT and BSD-3-Clause),
mimalloc (MIT), picohttpparser (MIT), simdutf (Apache-2.0), TinyCC (LGPL-2.1), uSockets and uWebSockets (Apache-2.0), uucode
(MIT), zlib-ng (zlib) and Zstandard (BSD-3-Clause). Its list of them, with their texts:
https://github.com/oven-sh/bun/blob/main/LICENSE.md`;

const webKitText = `Bun links JavaScriptCore and parts of WebCore statically. Their source, as Bun changes it: https://github.com/oven-sh/webkit.
To link with a changed one: build Bun from https://github.com/oven-sh/bun with that source in vendor/WebKit (bun run build:local),
then build Postroom with it (bun run build). Postroom's own source is all that is needed besides.`;

const postgresText = `PostgreSQL Database Management System
(also known as Postgres, formerly known as Postgres95)

Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group

Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a
written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two paragraphs
appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR CONSEQUENTIAL
DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE UNIVERSITY OF
CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE UNIVERSITY
OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.`;
