// Names and media types of files as callers give them. DECISIONS Drafts and sending.
import { invalid } from "../../lib/failure.ts";
import { withoutInvisible } from "../../mail/visible/invisible-characters.ts";

/** The last part of a path, which some programs send as the name. RFC 7578 4.2. @throws Failure validation_error */
export function fileName(given: string, field: string): string {
  const last = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  // Nobody sees them where the file is decided about.
  const name = withoutInvisible(last).trim();
  if (/^\.{0,2}$/.test(name) || name.length > 255)
    throw invalid(
      `Field "${field}" needs a name of 1 to 255 characters, such as report.pdf; ${JSON.stringify(given.slice(0, 100))} has none.`,
    );
  return name;
}

/** RFC 2045 5.1, RFC 6838 4.2 */
const mediaTypePattern =
  /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}(?:[\t ]*;[\t\x20-\x7e]*)?$/i;

/** A media type with its parameters, as it was sent. @throws Failure validation_error */
export function mediaType(given: string, field: string): string {
  if (given.length > 255 || !mediaTypePattern.test(given.trim()))
    throw invalid(
      `Field "${field}" must be a media type of at most 255 characters, such as application/pdf; ${JSON.stringify(given.slice(0, 100))} is none.`,
    );
  return given;
}
