import { packTar } from "modern-tar";

/** A Git host's archive of some files: one folder around all, packed. */
export async function archiveOf(
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Buffer> {
  const tar = await packTar([
    { header: { name: `${folder}/`, type: "directory", size: 0, mtime: new Date(0) } },
    ...Object.entries(files).map(([path, content]) => {
      const body = typeof content === "string" ? new TextEncoder().encode(content) : content;
      return {
        header: { name: `${folder}/${path}`, size: body.length, mtime: new Date(1_700_000_000_000) },
        body,
      };
    }),
  ]);
  const packed = new Blob([tar]).stream().pipeThrough(new CompressionStream("gzip"));
  return Buffer.from(await new Response(packed).arrayBuffer());
}

const line = (text: string): string => `${(text.length + 4).toString(16).padStart(4, "0")}${text}`;

/** What Git's own protocol says of branches, as the hosts answer it. */
export const refsOf = (branches: Readonly<Record<string, string>>, head: string): string =>
  [
    `${line("# service=git-upload-pack\n")}0000`,
    line(`${branches[head]} HEAD\0multi_ack symref=HEAD:refs/heads/${head} agent=git/test\n`),
    ...Object.entries(branches).map(([name, commit]) => line(`${commit} refs/heads/${name}\n`)),
    "0000",
  ].join("");
