import type { Target } from "../../state/place.ts";

/** A link's address if it is safe to follow; undefined for every other scheme, such as `javascript:`, `data:` or `file:`. */
export function outsideLink(address: string): string | undefined {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) return undefined;
  try {
    const url = new URL(address);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : undefined;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

/** Percent signs decoded where that gives text. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

/** The document of the same root that a relative link points to; undefined for other links. */
export function insideLink(address: string, from: Target): Target | undefined {
  const [place = ""] = address.split(/[?#]/);
  if (place === "" || /^[a-z][a-z0-9+.-]*:/i.test(place) || place.startsWith("//")) return undefined;
  const base = place.startsWith("/") ? [] : from.path.split("/").slice(0, -1);
  const parts = [...base];
  for (const part of decoded(place).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.length === 0 ? undefined : { root: from.root, path: parts.join("/") };
}

/** A picture inside the document itself; loading others would tell their host who reads. */
export const ownPicture = (address: string): string | undefined =>
  /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(address) ? address : undefined;
