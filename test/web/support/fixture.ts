/** Texts that the page's tests search in; each is there for something that one of them shows. */
export const FILES: Readonly<Record<string, string>> = {
  "guides/keys.md": `---
title: Signing keys
---

# Signing keys

Read [the release guide](./release.md#steps) or [the site](https://example.org/a?b=c) first.

## Rotation

Keys are **rotated** monthly; the old key stays valid for seven days.

- [x] announce it
- [ ] rotate with \`ops rotate --all\`

| step | who |
|---|---|
| revoke | on-call |

\`\`\`ts
export const ROTATION_DAYS = 30;
\`\`\`

![a picture of elsewhere](https://tracker.example/pixel.png)
[never](javascript:document.title='ran') <b onclick="document.title='ran'">bold</b>
`,
  "guides/release.md": "# Release\n\n## Steps\n\nTag the commit, push the tag, wait for the build.\n",
  "src/retry.ts": `${Array.from({ length: 900 }, (_, at) => `// filler line ${at + 1}`).join("\n")}
/** How often a failed job is tried again before it is parked. */
export const MAX_ATTEMPTS = 8;
`,
  "notes/日本語.md": "# 会議\n\n次回の会議は月曜日です。\n",
};
