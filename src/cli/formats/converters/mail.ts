import PostalMime, { type Address, type Email } from "postal-mime";
import { type Converter, endingOf, titleOf } from "../converter.ts";
import { type About, DocumentText } from "../../../text/markup/document-text.ts";
import { addHtml } from "../../../text/markup/html.ts";

/** Messages of one mailbox: more are more parts than a document has. */
const MAX_MESSAGES = 5_000;
const MAX_NESTING = 20;
const MAX_HEADER_BYTES = 256_000;

const NEWLINE = 10;
const FROM = new TextEncoder().encode("From ");

const startsAt = (bytes: Uint8Array, at: number): boolean =>
  FROM.every((byte, index) => bytes[at + index] === byte);

/** Messages of a mailbox: each begins with a line `From …` at the start or after an empty line. */
function splitMailbox(bytes: Uint8Array): readonly Uint8Array[] {
  const starts: number[] = [];
  for (let at = startsAt(bytes, 0) ? 0 : -1; starts.length <= MAX_MESSAGES; ) {
    if (at >= 0 && startsAt(bytes, at) && isAfterEmptyLine(bytes, at)) starts.push(at);
    const newline = bytes.indexOf(NEWLINE, Math.max(0, at));
    if (newline === -1) break;
    at = newline + 1;
  }
  return starts.map((start, index) =>
    unquoted(bytes.subarray(bytes.indexOf(NEWLINE, start) + 1, starts[index + 1])),
  );
}

/** Lines of a message that begin so are kept with a mark before them, which is none of the message's: mbox (RFC 4155), "mboxrd". */
const QUOTED_FROM = /^>(>*From )/gm;

function unquoted(message: Uint8Array): Uint8Array {
  const text = Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString("latin1");
  return text.includes("\n>") ? Buffer.from(text.replace(QUOTED_FROM, "$1"), "latin1") : message;
}

function isAfterEmptyLine(bytes: Uint8Array, at: number): boolean {
  if (at === 0) return true;
  const before = bytes[at - 2] === 13 ? at - 2 : at - 1;
  return before === 0 || bytes[before - 1] === NEWLINE;
}

const people = (addresses: readonly Address[] | undefined): string =>
  (addresses ?? [])
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || (address ?? "")))
    .filter((one) => one !== "")
    .join(", ");

const parse = (bytes: Uint8Array): Promise<Email> =>
  PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADER_BYTES });

/** From whom, to whom and when: what a message is filtered by. */
const aboutOf = ({ from, to, cc, date }: Email): About => ({
  from: people(from === undefined ? [] : [from]),
  to: people(to),
  cc: people(cc),
  date,
});

function addBody(out: DocumentText, { text, html, attachments }: Email): void {
  if (text?.trim()) for (const part of text.split(/\r?\n[ \t]*(?:\r?\n)+/)) out.paragraph(part);
  else if (html) addHtml(out, html, { withoutFrame: false, deeper: 2 });
  const names = attachments.map(({ filename }) => filename ?? "").filter((name) => name !== "");
  if (names.length > 0) out.paragraph(`Attachments: ${names.join(", ")}`);
}

async function convertMailbox(bytes: Uint8Array, name: string): Promise<string | undefined> {
  const messages = splitMailbox(bytes);
  if (messages.length === 0) return undefined;
  const out = new DocumentText();
  for (const [index, message] of messages.entries()) {
    const email = await parse(message);
    out.anchor({ kind: "message", value: String(index + 1) });
    out.heading(2, email.subject ?? "");
    for (const [key, value] of Object.entries(aboutOf(email))) if (value) out.line(`${key}: ${value}`);
    out.gap();
    addBody(out, email);
  }
  return out.finish("mail", { title: titleOf(undefined, name), messages: messages.length });
}

/** A message with its people and date as front matter, or a mailbox message by message. Attachments are named only. */
export const convertMail: Converter = async ({ bytes, name }) => {
  if (endingOf(name) === "mbox") return convertMailbox(bytes, name);
  const email = await parse(bytes);
  if (email.headers.length === 0) return undefined;
  const out = new DocumentText();
  out.heading(1, email.subject ?? "");
  addBody(out, email);
  return out.finish("mail", { title: titleOf(email.subject, name), ...aboutOf(email) });
};
