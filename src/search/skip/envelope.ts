/** `Conversation info (untrusted metadata):` and its like, which chat gateways put before what somebody wrote. */
const HEADER = /^[\p{L} ]{1,40}\(untrusted metadata\):[ \t]*/u;
/** `[cron:9f2c nightly report]`: the job that sends the prompt. */
const CRON = /^\[cron:[^\]\n]{0,200}\][ \t]*/i;
/** `[Mon 2026-03-02 04:21 GMT+8]`: when it was sent. */
const SENT_AT = /^\[\p{L}{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]{0,20}\][ \t]*/u;
/** Nobody is wrapped more often; a text of nothing but prefixes must not cost a pass for each. */
const MAX_PREFIXES = 8;
const FENCE = "```";
const BLANK_LINE = /\n[ \t\r]*\n/;

/**
 * What somebody wrote, without what a gateway or a scheduler put before it: metadata headers with their block (fenced,
 * or up to the first blank line), `[cron:…]` and the time of sending, in any order and number.
 */
export function stripEnvelope(text: string): string {
  let rest = text.trim();
  for (let count = 0; count < MAX_PREFIXES; count += 1) {
    const bare = withoutHeader(rest).replace(CRON, "").replace(SENT_AT, "").trimStart();
    if (bare.length === rest.length) return rest;
    rest = bare;
  }
  return rest;
}

function withoutHeader(text: string): string {
  const header = HEADER.exec(text);
  if (header === null) return text;
  const block = text.slice(header[0].length).trimStart();
  if (block.startsWith(FENCE)) {
    const close = block.indexOf(`\n${FENCE}`);
    if (close !== -1) return block.slice(close + 1 + FENCE.length);
  }
  const blank = BLANK_LINE.exec(block);
  // Without a blank line only the header's own line is certain to be no part of what was written.
  const end = blank === null ? text.indexOf("\n") : text.length - block.length + blank.index;
  return end === -1 ? "" : text.slice(end);
}
