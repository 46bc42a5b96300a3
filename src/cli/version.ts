import manifest from "../../package.json" with { type: "json" };

/** Version of this package, as `recall --version` and the user-agent say it. */
export const VERSION: string = manifest.version;
