import type { Mention } from "../types.ts";
import { sentenceAt } from "./cjk-names.ts";

/** What people own, lead and depend on, as notes call it. */
const KIND =
  "service|team|pipeline|module|library|app|api|gateway|importer|exporter|worker|dashboard|platform|website|repository|database|cluster|group|department|project|product|client|server|backend|frontend|firmware|rig|plugin|package|component|index|queue|schema|tool|script|crate|sdk";
const THING = `((?!new |old |whole |same |other |entire |first |second |next |main |own )(?:[a-z][a-z-]{2,30} ){1,2}(?:${KIND}))`;
const VERB =
  "owns?|owned|leads?|led|heads|manages?|managed|maintains?|maintained|runs|is responsible for|depends? on|relies on|works on|replaces|replaced|supersedes|uses|calls|is part of|is the owner of|is owner of|is the lead of";
const OBJECT = new RegExp(`\\b(?:${VERB}) (?:the|our|their) ${THING}\\b`, "g");
const SUBJECT = new RegExp(
  `\\b[Tt]he ${THING} (?=(?:is|are|was) (?:owned|led|managed|maintained|run|replaced) by |(?:depends|relies) on |replaces |supersedes )`,
  "g",
);

/** "The billing service": a thing without a name of its own, where the sentence says who owns it or what it needs. */
export function thingMentions(text: string, sentenceStarts: readonly number[]): Mention[] {
  return [OBJECT, SUBJECT].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match): Mention => {
      const [whole, name = ""] = match;
      const start = match.index + whole.lastIndexOf(name);
      const place = { start, end: start + name.length, sentence: sentenceAt(sentenceStarts, start) };
      return { name, type: "concept", evidence: 1, ...place };
    }),
  );
}
