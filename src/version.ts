/** The release; part of the key of every kept answer. A test compares it with package.json. */
export const VERSION = "0.1.0";
