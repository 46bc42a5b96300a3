import type { Converter } from "./converter.ts";

/** A larger file is not opened. */
export const MAX_FILE_BYTES = 50_000_000;

interface Format {
  /** Endings of file names, lower case. */
  readonly endings: readonly string[];
  /** The file is text itself, which is pushed as it is where it cannot be converted. */
  readonly isText?: true;
  /** Loaded when the first such file comes. */
  readonly load: () => Promise<Converter>;
}

/** Every format that is converted before it is pushed. A format more is a row more, and a file. */
export const FORMATS = {
  pdf: { endings: ["pdf"], load: async () => (await import("./converters/pdf.ts")).convertPdf },
  word: { endings: ["docx"], load: async () => (await import("./converters/word.ts")).convertWord },
  slides: { endings: ["pptx"], load: async () => (await import("./converters/slides.ts")).convertSlides },
  sheet: { endings: ["xlsx"], load: async () => (await import("./converters/sheet.ts")).convertSheet },
  opendocument: {
    endings: ["odt", "odp", "ods"],
    load: async () => (await import("./converters/open-document.ts")).convertOpenDocument,
  },
  epub: { endings: ["epub"], load: async () => (await import("./converters/epub.ts")).convertEpub },
  html: {
    endings: ["html", "htm", "xhtml"],
    isText: true,
    load: async () => (await import("./converters/html.ts")).convertHtml,
  },
  notebook: {
    endings: ["ipynb"],
    isText: true,
    load: async () => (await import("./converters/notebook.ts")).convertNotebook,
  },
  mail: {
    endings: ["eml", "mbox"],
    isText: true,
    load: async () => (await import("./converters/mail.ts")).convertMail,
  },
  subtitles: {
    endings: ["srt", "vtt"],
    isText: true,
    load: async () => (await import("./converters/subtitles.ts")).convertSubtitles,
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

const BY_ENDING = new Map(
  Object.entries(FORMATS).flatMap(([name, { endings }]) =>
    endings.map((ending) => [ending as string, name as FormatName] as const),
  ),
);

/** The format that a file's name says; undefined: it is not converted. */
export function formatOf(path: string): FormatName | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  return dot > 0 ? BY_ENDING.get(name.slice(dot + 1)) : undefined;
}

/** Whether what cannot be converted is pushed as the text that it is. */
export const isTextFormat = (format: FormatName): boolean => "isText" in FORMATS[format];
