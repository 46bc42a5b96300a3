import { describe, expect, it } from "vitest";
import { worthKeeping } from "../../../../src/cli/commands/hook/worth-keeping.ts";

const typeOf = (prompt: string) => worthKeeping(prompt)[0]?.type;
const textsOf = (prompt: string) => worthKeeping(prompt).map(({ text }) => text);

describe("reads as a preference", () => {
  it.each([
    "We prefer tabs here.",
    "I'd prefer tabs here.",
    "We would prefer tabs here.",
    "I always prefer tabs here.",
    "I really prefer tabs here.",
    "I strongly prefer tabs here.",
    "FROM NOW ON tabs it is.",
    "In the future, please ask me first.",
    "In future always say so.",
    "In the future never do so.",
    "In future, use tabs there.",
    "In the future don't say so.",
    "In future do not say so.",
    "I don't like long names.",
    "I do not like long names.",
    "I do not want you to guess.",
    "Prefiero nombres cortos.",
    "Prefiro nomes curtos.",
    "A partir de ahora, tabuladores.",
    "De agora em diante, tabulações.",
    ..."use write add run ask commit push put name call make do include start deploy"
      .split(" ")
      .flatMap((verb) => [`Always ${verb} them here.`, `So never ${verb} them here.`]),
  ])("%s", (prompt) => {
    expect(typeOf(prompt)).toBe("preference");
  });
});

describe("reads as a decision", () => {
  it.each([
    "I decided on tabs here.",
    "We've agreed on tabs here.",
    "We have settled on tabs here.",
    "We have chosen tabs here.",
    "I chose tabs for it here.",
    "The decision is tabs for all.",
    "Our decision was tabs for all.",
    "Let's go with tabs here.",
    "Lets stick with tabs here.",
    "Let's stick to tabs here.",
    "Let's settle on tabs here.",
    "Ayer decidimos tabuladores.",
    "Hemos decidido tabuladores.",
  ])("%s", (prompt) => {
    expect(typeOf(prompt)).toBe("decision");
  });
});

describe("reads as a correction", () => {
  it.each([
    "No the port is 8788.",
    "Nope, those are tests.",
    "Actually it was the queue.",
    "Wrong, it should be blue.",
    "No, it must be blue now.",
    "No, use the blue one now.",
    "No, not the blue one now.",
    "No, the blue one instead.",
    "That's wrong, see below.",
    "I fear that is incorrect: see below.",
    "That's not right, see below.",
    "That's not correct, see below.",
    "That is not true, see below.",
    "Don't do that again, will you.",
    "Do not ever use this again.",
    "Stop doing it again and again.",
    "Stop using that again, I say.",
  ])("%s", (prompt) => {
    expect(typeOf(prompt)).toBe("correction");
  });
});

describe("reads as a fact", () => {
  it.each([
    "Remember that tabs are blue.",
    "Remember this: tabs are blue.",
    "Remember to ask Ann first.",
    "Remember : tabs are blue.",
    "Keep in mind it rains today.",
    "It rains, for future reference.",
    "It rains, for later reference.",
    "Please note that it rains.",
    "Don't forget the tests here.",
    "Dont forget the tests here.",
    ..."name email e-mail team timezone birthday address phone"
      .split(" ")
      .map((what) => `My ${what} is X here.`),
    "Our time zone is that of Oslo.",
    "Our team are called Owls.",
    "Recuerda que llueve hoy.",
    "Lembre que chove hoje.",
    "Lembre-se de que chove hoje.",
    "Lembre-se que chove hoje.",
  ])("%s", (prompt) => {
    expect(typeOf(prompt)).toBe("fact");
  });
});

it.each([
  ["words that a sign is only a part of", "The taxi prefer lanes of their own."],
  ["a longer verb", "We have never used tabs here."],
  ["a longer adverb", "We decidedly like it here."],
  ["a longer word at the start", "They misremember that it rained."],
  ["a no within the sentence", "It says no, the port is 8788."],
  ["a no without what it is about", "No, thanks, good night then."],
  ["a longer word than no", "Nobody said the port is 8788."],
  ["a correction that says no more", "Well, that's wrong ok"],
  ["what somebody else prefers", "They prefer tabs over blanks."],
])("keeps nothing of %s", (_, prompt) => {
  expect(worthKeeping(prompt)).toEqual([]);
});

it.each([
  ["a preference before a decision", "We decided to never use tabs.", "preference"],
  ["a decision before a correction", "No, we decided the port is 8788.", "decision"],
  ["a correction before a fact", "No, remember that the port is 8788.", "correction"],
])("takes for %s what reads as both", (_, prompt, type) => {
  expect(typeOf(prompt)).toBe(type);
});

const SAID = "We decided on tabs.";

it.each([
  ...[">", "|", "$", "#", "+", "<", "{", "[", "}", "]"].map((sign) => [
    `a line that begins with ${sign}`,
    `${sign} ${SAID}`,
  ]),
  ["an indented quote", `  > ${SAID}`],
  ["a time", `12:30 ${SAID}`],
  ["a date with strokes", `03/11 ${SAID}`],
  ["a day of a year", `2026-01 ${SAID}`],
  ["a fence that never ends", `\`\`\`\n${SAID}`],
  ["an indented fence", `  ~~~\n${SAID}\n  ~~~`],
  ["the line that opens a fence", `\`\`\` ${SAID}`],
])("takes %s for the words of others", (_, prompt) => {
  expect(textsOf(prompt)).toEqual([]);
});

it.each([
  ["one digit and a colon", `1:30 ${SAID}`, `1:30 ${SAID}`],
  ["five digits", `12345-01 ${SAID}`, `12345-01 ${SAID}`],
  ["a number without a second", `12- ${SAID}`, `12- ${SAID}`],
  ["a word that begins with at", `attention: ${SAID}`, `attention: ${SAID}`],
  ["At with a capital", `At last ${SAID}`, `At last ${SAID}`],
  ["a sign within the line", `OK > ${SAID}`, `OK > ${SAID}`],
  ["a line after a Windows line end", `Fix it\r\n${SAID}\r\n`, SAID],
  ["a point with a dot", `• ${SAID}`, SAID],
  ["a point with a hyphen, indented", `Yes it is so. - ${SAID}`, SAID],
  ["a hyphen without a blank", `-${SAID}`, `-${SAID}`],
  ["a sentence after a question", `Is it so? ${SAID}`, SAID],
  ["a sentence after a shout", `Do it now! ${SAID}`, SAID],
  ["a sentence after a full-width stop", `好的。 ${SAID}`, SAID],
  ["a sentence after a full-width shout", `好的！ ${SAID}`, SAID],
  ["a sentence after a full-width question", `好的？ ${SAID}`, SAID],
  ["a stop within a word", "We decided on tabs.md for it.", "We decided on tabs.md for it."],
])("takes %s for the person's own words", (_, prompt, text) => {
  expect(textsOf(prompt)).toEqual([text]);
});

it.each(["?", "？", "؟", "?)", "?]", "?'", '?")'])("offers no sentence that ends with %s", (end) => {
  expect(textsOf(`We decided on tabs${end}`)).toEqual([]);
});

it("offers a sentence with a question within", () => {
  expect(textsOf("We decided (really?) on tabs.")).toEqual(["We decided (really?) on tabs."]);
});

it("counts a sentence that is said again once, before it takes the first three", () => {
  const lines = ["A", "A", "A", "B", "A", "C", "D"].map((name) => `We decided on ${name} now.`);
  expect(textsOf(lines.join("\n"))).toEqual(["A", "B", "C"].map((name) => `We decided on ${name} now.`));
});

it("does not join the two ends of a long prompt in one sentence", () => {
  const start = "We decided ".padStart(4_000, "\n");
  const end = "on tabs now.".padEnd(4_000, "\n");
  expect(textsOf(`${start}${end}`)).toEqual(["We decided on tabs now."]);
  expect(textsOf(`${start}y${end}`)).toEqual([]);
});
