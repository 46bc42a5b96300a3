import type { DocumentText } from "../../../text/markup/document-text.ts";
import { type Attributes, localName, readMarkup } from "../../../text/markup/markup.ts";
import { type Parts, partText, resolvePart } from "./zip.ts";

/** Targets of a part's relations by their ids, as names of parts, with the last word of their type. */
export function relationsOf(
  parts: Parts,
  part: string,
): ReadonlyMap<string, { readonly part: string; readonly type: string }> {
  const at = part.lastIndexOf("/") + 1;
  const found = new Map<string, { part: string; type: string }>();
  readMarkup(partText(parts, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`), {
    open(name, { Id: id, Target: target, Type: type = "", TargetMode: mode }) {
      if (localName(name) !== "Relationship" || !id || !target || mode === "External") return;
      found.set(id, { part: resolvePart(part, target), type: type.slice(type.lastIndexOf("/") + 1) });
    },
  });
  return found;
}

/** Title and author that an Office or EPUB file gives (Dublin Core). */
export function coreProperties(xml: string): { readonly title?: string; readonly author?: string } {
  const found: { title?: string; author?: string } = {};
  let key: "title" | "author" | undefined;
  readMarkup(xml, {
    open(name) {
      key = name === "dc:title" ? "title" : name === "dc:creator" ? "author" : undefined;
    },
    text(text) {
      if (key !== undefined) found[key] = (found[key] ?? "") + text;
    },
    close() {
      key = undefined;
    },
  });
  return found;
}

/** What a paragraph is, where its markup says more than its text. */
export interface ParagraphKind {
  /** Level of a heading. */
  heading?: number | undefined;
  isItem?: boolean;
}

export interface ParagraphEvents {
  /** Told of every element inside a paragraph. */
  readonly inside?: (name: string, attributes: Attributes, kind: ParagraphKind) => void;
  /** What a heading is when its paragraph begins. */
  readonly begin?: () => ParagraphKind;
  /** Elements whose content is left out. */
  readonly skip?: (name: string, attributes: Attributes) => boolean;
  /** Told of what is outside of paragraphs too. */
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
}

/** Adds the paragraphs, lists and tables of WordprocessingML or DrawingML to a text. */
export function addOfficeText(out: DocumentText, xml: string, events: ParagraphEvents = {}): void {
  let text = "";
  let kind: ParagraphKind = {};
  let isInText = false;
  let skipped = 0;
  let tables = 0;
  let row: string[] = [];
  let cell: string[] = [];
  const open: boolean[] = [];
  const endParagraph = (): void => {
    if (tables > 0) cell.push(text.trim());
    else addParagraph(out, text, kind);
    text = "";
  };
  const begin: Readonly<Record<string, () => void>> = {
    p: () => {
      text = "";
      kind = events.begin?.() ?? {};
    },
    t: () => {
      isInText = true;
    },
    tab: () => {
      text += "\t";
    },
    br: () => {
      text += tables > 0 ? " " : "\n";
    },
    tbl: () => {
      tables++;
      if (tables === 1) out.gap();
    },
    tr: () => {
      if (tables <= 1) row = [];
    },
    tc: () => {
      if (tables <= 1) cell = [];
    },
  };
  const end: Readonly<Record<string, () => void>> = {
    p: endParagraph,
    t: () => {
      isInText = false;
    },
    tc: () => {
      if (tables <= 1) row.push(cell.filter((part) => part !== "").join(" "));
    },
    tr: () => {
      if (tables <= 1 && row.some((part) => part !== "")) out.line(row.join(" | "));
    },
    tbl: () => {
      tables--;
      if (tables === 0) out.gap();
    },
  };
  readMarkup(xml, {
    open(name, attributes) {
      const local = localName(name);
      const isSkipped = events.skip?.(local, attributes) ?? false;
      open.push(isSkipped);
      if (isSkipped) skipped++;
      if (skipped > 0) return;
      events.open?.(local, attributes);
      events.inside?.(local, attributes, kind);
      if (Object.hasOwn(begin, local)) begin[local]?.();
    },
    text(part) {
      if (isInText && skipped === 0) text += part;
    },
    close(name) {
      const local = localName(name);
      if (skipped === 0) {
        if (Object.hasOwn(end, local)) end[local]?.();
        events.close?.(local);
      }
      if (open.pop() === true) skipped--;
    },
  });
}

/** Adds a paragraph as what it is. */
export function addParagraph(out: DocumentText, text: string, { heading, isItem }: ParagraphKind): void {
  if (text.trim() === "") return;
  if (heading === undefined && isItem === true) {
    out.line(`- ${text.trim()}`);
    return;
  }
  out.gap();
  if (heading === undefined) out.paragraph(text);
  else out.heading(heading, text);
}
