import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, titleOf } from "../converter.ts";
import { textOf } from "../../../text/coding/decode-text.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";
import { addHtml } from "../../../text/markup/html.ts";
import { localName, readMarkup } from "../../../text/markup/markup.ts";
import { coreProperties } from "./office-text.ts";
import { partText, resolvePart, unzip } from "./zip.ts";

const WANTED = /^(?:META-INF\/(?:container|encryption)\.xml|.{1,300}\.(?:opf|x?html?|xml))$/i;
/** Fonts are encrypted in books that anybody may read; texts only in those that nobody may. */
const LOCKED_TEXT = /CipherReference[^>]{1,300}\.x?html?["'#]/i;

/** The package file that a book's container names. */
function packagePart(container: string): string {
  let found = "";
  readMarkup(container, {
    open(name, attributes) {
      if (localName(name) === "rootfile" && found === "") found = attributes["full-path"] ?? "";
    },
  });
  return found;
}

/** Parts of a book in reading order, without those that are not read in a line. */
function spineOf(book: string, xml: string): readonly string[] {
  const byId = new Map<string, string>();
  const spine: string[] = [];
  readMarkup(xml, {
    open(name, { id = "", href, idref = "", linear, properties = "" }) {
      if (localName(name) === "item" && href !== undefined && !properties.split(" ").includes("nav"))
        byId.set(id, resolvePart(book, decodeHref(href)));
      const part = localName(name) === "itemref" && linear !== "no" ? byId.get(idref) : undefined;
      if (part !== undefined) spine.push(part);
    },
  });
  return [...new Set(spine)];
}

function decodeHref(href: string): string {
  const [file = ""] = href.split("#");
  try {
    return decodeURIComponent(file);
  } catch (error) {
    if (error instanceof URIError) return file;
    throw error;
  }
}

/** A book chapter by chapter: each is a file of its reading order that has text. */
export const convertEpub: Converter = ({ bytes, name }) => {
  const parts = unzip(bytes, (part) => WANTED.test(part));
  if (LOCKED_TEXT.test(partText(parts, "META-INF/encryption.xml"))) throw new ConversionError("encrypted");
  const book = packagePart(partText(parts, "META-INF/container.xml"));
  const description = partText(parts, book);
  const spine = spineOf(book, description);
  if (spine.length === 0) throw new ConversionError("broken");
  const out = new DocumentText();
  let chapters = 0;
  for (const part of spine) {
    const own = new DocumentText();
    if (Object.hasOwn(parts, part))
      addHtml(own, textOf(parts[part] ?? bytes), { withoutFrame: true, deeper: 1 });
    if (own.isEmpty) continue;
    chapters++;
    out.anchor({ kind: "chapter", value: String(chapters) });
    out.markdown(own.body);
  }
  if (chapters === 0) throw new ConversionError("no_text");
  const { title, author } = coreProperties(description);
  return out.finish("epub", { title: titleOf(title, name), author, chapters });
};
