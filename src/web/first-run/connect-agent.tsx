import { useState } from "preact/hooks";
import { CopyButton } from "../components/button.tsx";
import { firstRunStrings } from "../strings/first-run.ts";

const words = firstRunStrings;

/** As `recall mcp install` names them. */
const AGENTS = [
  ...(["claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini"] as const),
  ...(["windsurf", "zed", "kiro", "lm-studio"] as const),
];

/** What is typed elsewhere, with a button that copies it. */
export const Copied = ({ text, isFirst = false }: { readonly text: string; readonly isFirst?: boolean }) => (
  <p class="copied-line">
    <code>{text}</code> <CopyButton text={text} label={words.copy(text)} isFirst={isFirst} />
  </p>
);

/** The command that connects an agent of one's choice, and the address for those that ask for one. */
export const ConnectAgent = ({ isFirst = false }: { readonly isFirst?: boolean }) => {
  const [client, setClient] = useState<string>("claude-code");
  return (
    <>
      <label class="small">
        <span>{words.agent.client}</span>
        <select value={client} onChange={(event) => setClient(event.currentTarget.value)}>
          {AGENTS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Copied text={words.agent.command(client)} isFirst={isFirst} />
      <p class="quiet">{words.agent.connector}</p>
      <Copied text={`${location.origin}/mcp`} />
    </>
  );
};
