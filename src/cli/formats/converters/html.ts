import { textOf } from "../../../text/coding/decode-text.ts";
import { htmlHead, pageText } from "../../../text/markup/html.ts";
import { type Converter, titleOf } from "../converter.ts";

/** A whole page without its frame. A fragment, as a template is, stays as it is: it is code. */
export const convertHtml: Converter = ({ bytes, name }) => {
  const { isPage, charset } = htmlHead(bytes);
  return isPage ? pageText(textOf(bytes, charset), (title) => titleOf(title, name)) : undefined;
};
