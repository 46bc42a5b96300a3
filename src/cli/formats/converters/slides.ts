import { ConversionError } from "../../../text/markup/conversion-error.ts";
import { type Converter, titleOf } from "../converter.ts";
import { DocumentText } from "../../../text/markup/document-text.ts";
import { localName, readMarkup } from "../../../text/markup/markup.ts";
import { addOfficeText, coreProperties, relationsOf } from "./office-text.ts";
import { type Parts, partText, unzip } from "./zip.ts";

const WANTED =
  /^(?:ppt\/(?:presentation\.xml|slides\/[^/]+\.xml|notesSlides\/[^/]+\.xml|(?:slides\/)?_rels\/[^/]+\.rels)|docProps\/core\.xml)$/;
const PRESENTATION = "ppt/presentation.xml";
/** Places on a slide that the template fills. */
const FURNITURE = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);
const TITLES = new Set(["title", "ctrTitle"]);

/** Parts of the slides in the order in which they are shown. */
function slideParts(parts: Parts): readonly string[] {
  const relations = relationsOf(parts, PRESENTATION);
  const slides: string[] = [];
  readMarkup(partText(parts, PRESENTATION), {
    open(name, attributes) {
      const slide = localName(name) === "sldId" ? relations.get(attributes["r:id"] ?? "") : undefined;
      if (slide !== undefined) slides.push(slide.part);
    },
  });
  return slides;
}

/** Text of a slide or of its notes; the title as a heading. */
function addSlide(out: DocumentText, xml: string): void {
  let place = "";
  addOfficeText(out, xml, {
    open(name, attributes) {
      if (name === "sp") place = "";
      if (name === "ph") place = attributes.type ?? "body";
    },
    begin: () => (TITLES.has(place) ? { heading: 2 } : {}),
    // A placeholder's paragraphs come after the element that says what it is for.
    skip: (name) => name === "txBody" && FURNITURE.has(place),
  });
}

/** A presentation slide by slide, with the speaker's notes. */
export const convertSlides: Converter = ({ bytes, name }) => {
  const parts = unzip(bytes, (part) => WANTED.test(part));
  const slides = slideParts(parts);
  if (slides.length === 0) throw new ConversionError("broken");
  const out = new DocumentText();
  let said = 0;
  for (const [index, slide] of slides.entries()) {
    const notes = [...relationsOf(parts, slide).values()].find(({ type }) => type === "notesSlide");
    const own = new DocumentText();
    addSlide(own, partText(parts, slide));
    if (notes !== undefined) addSlide(own, partText(parts, notes.part));
    if (own.isEmpty) continue;
    said++;
    out.anchor({ kind: "slide", value: String(index + 1) });
    out.markdown(own.body);
  }
  if (said === 0) throw new ConversionError("no_text");
  const { title, author } = coreProperties(partText(parts, "docProps/core.xml"));
  return out.finish("slides", { title: titleOf(title, name), author, slides: slides.length });
};
