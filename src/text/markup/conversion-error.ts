/** Why a file cannot be converted, in words for its reader. */
const REASONS = {
  broken: "it is damaged, or no file of the format that its name says",
  encrypted: "it is protected by a password",
  too_large: "it is larger than a file that is converted may be (50 MB), or unpacks to more than 120 MB",
  too_long: "its text is longer than a document may be (2 MB), or it has more than 5,000 pages",
  too_deep: "its parts are nested more than 5,000 deep",
  no_text: "it has no text: its pages may be pictures",
  too_slow: "it took longer than 10 seconds",
  too_heavy: "it took more than 500 MB of memory",
} as const;

export type ConversionReason = keyof typeof REASONS;

export const reasonText = (reason: ConversionReason): string => REASONS[reason];

export const isReason = (value: unknown): value is ConversionReason =>
  typeof value === "string" && Object.hasOwn(REASONS, value);

/** Ends a conversion for a reason that its reader can understand. */
export class ConversionError extends Error {
  override readonly name = "ConversionError";
  readonly reason: ConversionReason;
  constructor(reason: ConversionReason, options?: ErrorOptions) {
    super(REASONS[reason], options);
    this.reason = reason;
  }
}
