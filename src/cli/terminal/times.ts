/** The day of an ISO time. */
export const day = (iso: string): string => iso.slice(0, "2026-01-01".length);

/** The minute of an ISO time, `2026-01-01 08:30`. */
export const minute = (iso: string): string => iso.slice(0, "2026-01-01T08:30".length).replace("T", " ");

/** The hour of an ISO time, `2026-01-01 08`. */
export const hour = (iso: string): string => iso.slice(0, "2026-01-01T08".length).replace("T", " ");
