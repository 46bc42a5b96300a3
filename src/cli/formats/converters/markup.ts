import { Parser } from "htmlparser2";

export type Attributes = Readonly<Record<string, string>>;

export interface MarkupEvents {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * Reads XML or HTML as events. Declared entities are never expanded and nothing is loaded; damaged markup is read as far
 * as it goes.
 */
export function readMarkup(markup: string, events: MarkupEvents, kind: "xml" | "html" = "xml"): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => events.open?.(name, attributes),
      ontext: (text) => events.text?.(text),
      onclosetag: (name) => events.close?.(name),
    },
    { xmlMode: kind === "xml", decodeEntities: true },
  );
  parser.end(markup);
}

/** A name without its namespace's prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
