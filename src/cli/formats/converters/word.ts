import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, titleOf } from "../converter.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";
import { localName, readMarkup } from "../../../text/markup/markup.ts";
import { addOfficeText, coreProperties } from "./office-text.ts";
import { partText, unzip } from "./zip.ts";

const WANTED = /^(?:word\/(?:document|styles|footnotes|endnotes)\.xml|docProps\/core\.xml)$/;

const HEADING_NAME = /^heading (\d)$/i;

/** Levels of the styles that are headings, by the style's id: its name is the same in every language. */
function headingStyles(xml: string): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  let style = "";
  readMarkup(xml, {
    open(name, attributes) {
      const local = localName(name);
      const value = attributes["w:val"] ?? "";
      if (local === "style") style = attributes["w:styleId"] ?? "";
      if (local === "name" && value.toLowerCase() === "title") levels.set(style, 1);
      const level = HEADING_NAME.exec(local === "name" ? value : "")?.[1];
      if (level !== undefined) levels.set(style, Number(level));
      if (local === "outlineLvl" && /^[0-8]$/.test(value)) levels.set(style, Number(value) + 1);
    },
  });
  return levels;
}

/** A Word document with its headings, lists, tables and notes. It has no pages before somebody prints it. */
export const convertWord: Converter = ({ bytes, name }) => {
  const parts = unzip(bytes, (part) => WANTED.test(part));
  const body = partText(parts, "word/document.xml");
  if (body === "") throw new ConversionError("broken");
  const levels = headingStyles(partText(parts, "word/styles.xml"));
  const out = new DocumentText();
  const add = (xml: string): void =>
    addOfficeText(out, xml, {
      // Deleted text, and the second form of what older programs cannot show.
      skip: (local) => local === "del" || local === "Fallback",
      inside: (local, attributes, kind) => {
        if (local === "pStyle") kind.heading = levels.get(attributes["w:val"] ?? "");
        if (local === "numPr") kind.isItem = true;
      },
    });
  add(body);
  for (const notes of ["footnotes", "endnotes"]) add(partText(parts, `word/${notes}.xml`));
  if (out.isEmpty) throw new ConversionError("no_text");
  const { title, author } = coreProperties(partText(parts, "docProps/core.xml"));
  return out.finish("word", { title: titleOf(title, name), author });
};
