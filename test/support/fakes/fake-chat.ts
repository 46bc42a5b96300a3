/** What a chat model is asked, as far as the fake reads it. */
export interface ChatInputs {
  readonly messages?: readonly { readonly role: string; readonly content: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly temperature?: number;
  readonly response_format?: { readonly type: string };
  readonly chat_template_kwargs?: { readonly enable_thinking?: boolean };
  readonly reasoning_effort?: string | null;
}

/** What the fake says: everything it was asked, so that a test sees what reached it. */
export interface Echo {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number | undefined;
}

/** A chat model that repeats what it was asked: as JSON where JSON was asked for, else as one line. */
export function fakeChat(inputs: ChatInputs): string {
  const said = (role: string) => inputs.messages?.find((message) => message.role === role)?.content ?? "";
  const maxTokens = inputs.max_completion_tokens ?? inputs.max_tokens;
  const echo: Echo = { system: said("system"), prompt: said("user"), maxTokens };
  if (inputs.response_format === undefined) return `${echo.system} / ${echo.prompt} / ${maxTokens}`;
  return JSON.stringify(echo);
}
