/** What a search needs from its first query on: it comes beside the first answer. */
export { Extract } from "../../preview/markdown/extract.tsx";
export { CodeExtract, PlainExtract } from "../../preview/plain-extract.tsx";
export { Preview } from "../../preview/preview.tsx";
export { FilterPanel } from "./filters/filter-panel.tsx";
export { WhyPanel } from "./why/why-panel.tsx";
