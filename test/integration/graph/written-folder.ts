/** A small folder as people write them: minutes, a guide, a reference, a decision, code. */
export const WRITTEN_FOLDER: Readonly<Record<string, string>> = {
  "minutes/2026-03-02.md": `# Survey meeting, 2 March 2026

Present: Ana López, Bram Visser, Ilse Haverkamp. Chaired by Ana López.

## Heron counts

Bram Visser counted 41 herons at Mill Lane and 12 at Gravel Pit. Ilse Haverkamp thinks that the Gravel Pit count is low,
because the hide was closed until nine. She asks Kestrel Labs for the camera of last year.

## Loggers

The loggers at Mill Lane lost a day. \`readFrames()\` in src/logger/frames.ts skips frames without a date; Bram opened
LAB-42. Until it is fixed, set KESTREL_MAX_GAP to 600 on each logger.

## Next

- Ana López writes to [[Kestrel Labs]] about the camera.
- Bram Visser moves the second logger to Weir Bridge.
`,
  "minutes/2026-04-06.md": `# Survey meeting, 6 April 2026

Present: Ana López, Ilse Haverkamp, Tobias Kraft. Bram Visser is away until May.

## Camera

Kestrel Labs lends us the camera. Tobias Kraft fetches it in Ghent. It needs the Orion 3 mount, which Ilse Haverkamp has.

## Loggers

LAB-42 is fixed in logger 2.4. \`readFrames()\` keeps frames without a date now, and \`FrameGapError\` is thrown for gaps
above KESTREL_MAX_GAP. Tobias Kraft has not yet updated the logger at Weir Bridge.

## Eel pass

The water board wants counts of the eel pass from September. Ana López asks Marta Lindqvist how the Orion 3 counts at
night. Nobody knows who pays for it; the [[Survey Fund]] does not.
`,
  "guides/set-up-a-logger.md": `# Set up a logger

You need a logger with firmware 2.4 or later, the Orion 3 mount and a laptop with Node.js.

## Connect

Plug the logger in and run the installer:

\`\`\`sh
npm install -g kestrel-logger
kestrel-logger connect --port /dev/ttyUSB0
kestrel-logger doctor
\`\`\`

\`kestrel-logger doctor\` prints the firmware, the clock and the free space. A clock that is off by more than a minute is
set by itself.

## Configure

The logger reads \`logger.config.ts\`:

\`\`\`ts
import { defineLogger } from "kestrel-logger";

export default defineLogger({
  station: "mill-lane",
  maxGapSeconds: Number(process.env.KESTREL_MAX_GAP ?? 600),
  upload: { url: "https://data.example.org/v2/frames", every: "15m" },
});
\`\`\`

\`maxGapSeconds\` decides when [\`FrameGapError\`](../reference/errors.md) is thrown. \`upload.every\` takes minutes or hours.

## Mount

Turn the mount until the green lamp is lit. On Weir Bridge the mount points north-east, at Mill Lane due south. Ilse
Haverkamp has drawings of both.
`,
  "reference/errors.md": `# Errors

What kestrel-logger throws, and what to do.

## \`FrameGapError\`

Two frames are further apart than \`maxGapSeconds\`. Thrown by \`readFrames()\`; \`gap.from\` and \`gap.to\` are the dates. Mostly
the battery: see [Set up a logger](../guides/set-up-a-logger.md).

## \`ClockError\`

The clock went back. \`kestrel-logger doctor\` sets it. Frames of that hour are marked \`suspect\` in the table \`frames\`.

## \`UploadError\`

data.example.org did not take the frames. They are kept in /var/lib/kestrel and sent again with the next upload. HTTP 413
means that UPLOAD_MAX_BYTES is too large for the server.
`,
  "decisions/0007-keep-raw-frames.md": `# 7. Keep raw frames

Date: 2026-04-20. Decided by Ana López and Tobias Kraft.

## Why

Counts of Mill Lane changed after logger 2.4, and nobody could say which frames had been skipped. Marta Lindqvist of the
water board asks for numbers that can be checked.

## What

Raw frames stay for two years in Apache Parquet files, one a station and month. The table \`frames\` in DuckDB holds what
is derived. \`rebuildCounts()\` in src/counts/rebuild.ts makes it anew from the files.

## Costs

About 3 GB a station and year. Kestrel Labs keeps a copy in Ghent; the [[Survey Fund]] pays.
`,
  "src/counts/rebuild.ts": `import { readFrames, type Frame } from "../logger/frames.ts";
import { openTable } from "../storage/duckdb.ts";

/** Frames of one station that count as the same bird when they are so close, seconds. */
const SAME_BIRD_SECONDS = 90;

export interface Count {
  readonly station: string;
  readonly day: string;
  readonly herons: number;
}

/** Makes the counts of a station anew from its raw frames. Throws FrameGapError. */
export async function rebuildCounts(station: string): Promise<readonly Count[]> {
  const frames = await readFrames(\`raw/\${station}.parquet\`);
  const table = await openTable("frames");
  const counts = new Map<string, number>();
  for (const frame of withoutRepeats(frames)) {
    const day = frame.at.toISOString().slice(0, 10);
    counts.set(day, (counts.get(day) ?? 0) + frame.herons);
  }
  await table.replace(station, counts);
  return Array.from(counts, ([day, herons]) => ({ station, day, herons }));
}

function* withoutRepeats(frames: readonly Frame[]): Iterable<Frame> {
  let last: Frame | undefined;
  for (const frame of frames) {
    const gap = last === undefined ? Infinity : (frame.at.getTime() - last.at.getTime()) / 1000;
    if (gap > SAME_BIRD_SECONDS) yield frame;
    last = frame;
  }
}
`,
};
