/** Name of the file in each folder that may hold settings and tokens. */
export const CONFIG_FILE = "config.json";

/** Name of the user's own configuration folder, in the place where the system keeps such folders. */
export const CONFIG_FOLDER = "edge-recall";
