import { describe, expect, it } from "vitest";
import { isShellCommand } from "../../../src/search/skip/shell-command.ts";
import { skipReason, stripEnvelope } from "../../../src/search/skip/skip.ts";

describe("a shell command", () => {
  it.each([
    ["a script one folder up", "../bin/recall --fast", true],
    ["a script's name within a word", "src./run --fast", false],
    ["a text in single quotes", "git commit -m 'fix the login'", true],
    ["a text in single quotes of one sign", "grep 'a' notes.md", true],
    ["an apostrophe between letters", "ls don't", false],
    ["an assignment before it", "DEBUG=1 NODE_ENV=test git status", true],
    ["an assignment to small letters", "aB=1 git status", false],
    ["an assignment alone", "DEBUG=1", false],
    ["a prefix alone", "sudo", false],
    ["two prefixes", "$ sudo git status", true],
    ["a dash within a word is no flag", "cat a-b", false],
    ["a dash before a word is one", "cat -b", true],
    ["a tilde at the start is a path", "cat ~x", true],
    ["a tilde within a word is none", "cat a~b", false],
    ["a dot before a digit is none", "cat v.2", false],
    ["an ending of five signs is one", "cat a.wxyz1", true],
    ["an ending of six signs is none", "cat a.wxyz12", false],
    ["an ending in capitals is one", "cat A.MD", true],
    ["a quoted operand is one", 'cat "a b"', true],
    ["a word before a quotation is none", 'cat x"y"', false],
    ["a word after a quotation is none", 'cat "y"x', false],
    ["ticks around it", " ``git status`` ", true],
    ["ticks within it", "git st`atus", false],
    ["Chinese in it", "ls 东京", false],
    ["a comma at its end", "git status,", false],
    ["a colon at its end", "ls:", false],
    ["several spaces", "git   status", true],
    ["several spaces before a file", "cat   notes.md", true],
    ["a program and only flags", "git --version", true],
    ["a program alone", "git", true],
    ["another program alone", "top", true],
    ["an unknown program", "foo --bar", false],
    ["capitals", "GIT Status", true],
    ["a word of another program's", "npm status", false],
    ["a known operand", "git checkout main", true],
    ["a known operand in capitals", "git checkout MAIN", true],
    ["an unknown operand where none is taken", "git checkout payments", false],
    ["one operand where one is taken", "git add payments", true],
    ["two operands where one is taken", "git add payments invoices", false],
    ["a flag's value counts for none", "git checkout -b payments", true],
    ["a flag between program and word", "git -C status", true],
    ["one file where one is taken", "ls alpha", true],
    ["two files where one is taken", "ls alpha beta", false],
    ["two files where two are taken", "cp alpha beta", true],
    ["three files where two are taken", "cp alpha beta gamma", false],
    ["a file where none is taken", "pwd alpha", false],
    ["a stop word among operands", "ls the", false],
    ["a stop word in capitals among operands", "ls THE", false],
    ["a flag, its value and two words", "grep -r alpha beta gamma", true],
    ["a flag, its value and three words", "grep -r alpha beta gamma delta", false],
    ["one path among others", "cat notes.md x-y", true],
    ["a word beside a path", "cat notes.md alpha", false],
    ["one word in a pipe", "cat notes.md | sort alpha", true],
    ["two words in a pipe", "cat notes.md | sort alpha beta", false],
    ["commands of which one is none", "git status && hello", false],
    ["commands after or", "npm test || git stash", true],
  ])("by %s: %j, %s", (_, text, isCommand) => {
    expect(isShellCommand(text)).toBe(isCommand);
  });

  it("has 500 characters at most", () => {
    const of = (length: number) => `cat ${"a/".repeat(length).slice(0, length - 4)}`;
    expect([500, 501].map((length) => isShellCommand(of(length)))).toEqual([true, false]);
  });
});

describe("a prompt is skipped by its form", () => {
  it.each([
    ["keys without their variation sign", "1\u20e3 2\u20e3", "emoji_only"],
    ["a number is a word", "1 2", "short"],
    ["a flag", "🇵🇹", "emoji_only"],
    ["a system line in capitals", "[System Message] was compacted", "heartbeat"],
    ["a system line in small letters", "[system] was compacted by the gateway", "heartbeat"],
    ["a system line in small letters with a colon", "[system: was compacted by the gateway]", "heartbeat"],
    ["a word that begins as a system line", "[Systematic review of the year]", undefined],
    ["a system line later in a text", "the log has [System Message] twice", undefined],
    ["a system line that asks", "[System Message] what does it mean?", undefined],
    ["a system line that asks, with white space behind", "[System Message] what does it mean? \n", undefined],
    ["a system line with a question in it", "[System Message] why? was compacted", "heartbeat"],
    ["the scheduler's file in small letters", "read HEARTBEAT.md if it exists", "heartbeat"],
    ["the scheduler's file in a sentence", "Please read HEARTBEAT.md if it exists", undefined],
    ["the scheduler's word with signs", "HEARTBEAT_OK. !", "heartbeat"],
    ["the scheduler's word at the end of a sentence", "the answer was HEARTBEAT", undefined],
    ["the scheduler's word before others", "HEARTBEAT of the websocket service", undefined],
    ["the answer that it asks for", "If all is well reply HEARTBEAT_OK", "heartbeat"],
    ["the answer that it asks for, with another word", "If all is well reply with HEARTBEAT_OK", "heartbeat"],
    ["a slash command alone", "/status", "slash_command"],
    ["a path of a known folder", "/etc hosts of the machine", undefined],
    ["a path of two parts", "/status/of/the/service", undefined],
    ["fourteen characters", "red blue green", "short"],
    ["fifteen characters", "red blue greens", undefined],
    ["fourteen characters of several units", "red blue gre🎉🎉", "short"],
    ["five Chinese characters", "今天下大雨", "short"],
    ["six Chinese characters", "今天北京下雨", undefined],
    ["few characters with a question mark within", "lunch? noon", undefined],
    ["few characters that begin as a question", "where keys", undefined],
    ["few characters that end as a question's word", "keys where", "short"],
    ["few characters that ask in Japanese", "鍵どこ", undefined],
    ["few characters that ask at the end", "鍵ですか", undefined],
    ["a word that asks for what was said", "before", undefined],
    ["a part of a word that asks for it", "beforehand", "short"],
    ["a part of a Chinese sentence that asks for it", "他之前", undefined],
  ])("%s: %j, %s", (_, text, reason) => {
    expect(skipReason(text)).toBe(reason);
  });
});

describe("what a gateway puts before a prompt", () => {
  it.each([
    ["a header's fenced block", "Info (untrusted metadata):\n```json\n{}\n```\nkeys", "keys"],
    ["a header's block to the blank line", "Info (untrusted metadata):\nfrom: Ann\n\nkeys", "keys"],
    ["a blank line with spaces", "Info (untrusted metadata): a\nb\n \t\r\nkeys", "keys"],
    ["a line of letters is no blank one", "Info (untrusted metadata): a\nb\nx\nkeys", "b\nx\nkeys"],
    [
      "a header's own line where none is blank",
      "Info (untrusted metadata): a\nkeys\nand cars",
      "keys\nand cars",
    ],
    ["all of a header that is alone", "Info (untrusted metadata): a", ""],
    [
      "a fence that is never closed, to the blank line",
      "Info (untrusted metadata):\n```json\n{}\n\nkeys",
      "keys",
    ],
    ["a fence later in the block", "Info (untrusted metadata): a\n\nkeys\n```\nx\n```", "keys\n```\nx\n```"],
    ["a job", "[cron:9f2c nightly] keys", "keys"],
    ["a job in capitals", "[CRON:9f2c]\tkeys", "keys"],
    ["a job within a text stays", "keys [cron:9f2c] cars", "keys [cron:9f2c] cars"],
    ["a time of sending", "[Mon 2026-03-02 04:21 GMT+8] keys", "keys"],
    ["a time without a zone", "[Mon 2026-03-02 04:21]keys", "keys"],
    [
      "a time within a text stays",
      "keys [Mon 2026-03-02 04:21 GMT+8] cars",
      "keys [Mon 2026-03-02 04:21 GMT+8] cars",
    ],
    ["a time of one digit stays", "[Mon 2026-03-02 04:2] keys", "[Mon 2026-03-02 04:2] keys"],
    ["several in any order", "[Mon 2026-03-02 04:21] [cron:1] [Tue 2026-03-03 04:21] keys", "keys"],
    ["white space around it", "  keys  ", "keys"],
  ])("is %s", (_, text, written) => {
    expect(stripEnvelope(text)).toBe(written);
  });

  it("is taken off eight times at most", () => {
    const wrapped = (times: number) => `${"[Mon 2026-03-02 04:21] ".repeat(times)}keys`;
    expect(stripEnvelope(wrapped(8))).toBe("keys");
    expect(stripEnvelope(wrapped(9))).toBe(wrapped(1));
  });
});
