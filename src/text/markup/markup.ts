import { Parser } from "htmlparser2";
import { ConversionError } from "./conversion-error.ts";

/** Open elements at most: browsers nest 512, and each costs time in proportion to those around it. */
const MAX_DEPTH = 5_000;

export type Attributes = Readonly<Record<string, string>>;

export interface MarkupEvents {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Reads XML or HTML as events. Declared entities are never expanded and nothing is loaded; damaged markup is read as far
 * as it goes. Throws ConversionError `too_deep`.
 */
export function readMarkup(markup: string, events: MarkupEvents, kind: "xml" | "html" = "xml"): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > MAX_DEPTH) throw new ConversionError("too_deep");
        events.open?.(name, attributes);
      },
      ontext: (text) => events.text?.(text),
      onclosetag: (name) => {
        depth -= 1;
        events.close?.(name);
      },
    },
    { xmlMode: kind === "xml", decodeEntities: true },
  );
  parser.end(markup);
}

/** A name without its namespace's prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
