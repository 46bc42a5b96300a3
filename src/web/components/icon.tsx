/** Outlines on a grid of 24; drawn in the colour of the text beside them. */
const PATHS = {
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5",
  memory: "M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  graph:
    "M6 8.5 11 16m2-.2L18 8M8 6h8M5 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm14 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-7 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z",
  index:
    "M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3Zm0 0v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3",
  filter: "M4 6h16M7 12h10M10 18h4",
  settings: "M4 7h9m4 0h3M4 17h3m4 0h9M15 5v4M9 15v4",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20a7.500 7.500 0 0 1 15 0",
  folder: "M3 6h6l2 2h10v11H3V6Z",
  arrow: "M5 12h14M13 6l6 6-6 6",
  close: "M6 6l12 12M18 6 6 18",
  edit: "M4 20l1-4L16.500 4.500a2.100 2.100 0 0 1 3 3L8 19l-4 1Zm10.500-13.500 3 3",
  trash: "M4 7h16M9.500 7V4h5v3M6.500 7l1 13h9l1-13M10 11v5.500m4-5.500v5.500",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M5 12.5 10 17.5 19.5 7",
  help: "M9.2 9a3 3 0 1 1 4.3 2.7c-1 .5-1.5 1.1-1.5 2.3m0 3v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z",
  warning: "M12 9v4m0 3.5v.01M12 4 2.8 20h18.4L12 4Z",
  offline:
    "M4 4l16 16M8.5 15.5a5 5 0 0 1 5.6-1M5.5 12.3a9.500 9.500 0 0 1 4-2.300M2.500 9a14 14 0 0 1 4.700-2.900m4.300-1A14 14 0 0 1 21.500 9M12 19.500v.01",
  file: "M6 3h8l4 4v14H6V3Zm8 0v4h4",
  left: "M15 5l-7 7 7 7",
  out: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9",
  plus: "M12 5v14M5 12h14",
  bars: "M5 20V10M12 20V4M19 20v-7",
  up: "M7 11v9H4v-9h3Zm0 0 4-8c1.500 0 2.500 1 2.500 2.500V9h5.200c1.200 0 2 1.100 1.700 2.200l-1.700 7A2 2 0 0 1 16.800 20H7",
  down: "M7 13V4H4v9h3Zm0 0 4 8c1.500 0 2.500-1 2.500-2.500V15h5.200c1.200 0 2-1.100 1.700-2.200l-1.700-7A2 2 0 0 0 16.800 4H7",
  refresh: "M20 5v5h-5M4 19v-5h5M19 10a7.500 7.500 0 0 0-13.500-2.500M5 14a7.500 7.500 0 0 0 13.500 2.500",
} as const;

export type IconName = keyof typeof PATHS;

/** Decorative: the words beside it carry the meaning for screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
