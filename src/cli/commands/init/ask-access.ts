import { AppError } from "../../../errors.ts";
import type { CommandContext } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { askChoice, askSecret, askText } from "../../terminal/ask.ts";
import type { Access } from "./check-access.ts";

const CHOICES = {
  known: "There is one: I have its URL and a token",
  local: "On this machine: start one now, no account needed",
  cloudflare: "In my own Cloudflare account: tell me how",
} as const;

/** What a person wants of `recall init`: an access to keep, a folder to serve here, or how to deploy. */
export type Wanted =
  | { readonly access: Access }
  | { readonly access?: undefined; readonly serve: string }
  | { readonly access?: undefined; readonly serve?: undefined };

const nothing = (): AppError => invalid("Stopped: nothing was written");

/** Asks for what no flag and no variable says. Throws AppError where a person stops, or where there is nobody to ask. */
export async function askAccess({ flags, env, terminal }: CommandContext): Promise<Wanted> {
  const { url = env.RECALL_URL, token = env.RECALL_TOKEN } = flags;
  if (url && token) return { access: { url, token } };
  if (!terminal.canAsk)
    throw invalid(
      "Give the server and the token: recall init --url … --token … (or start a server here: recall serve)",
    );
  const choice = url || token ? "known" : await askChoice("Where is the server?", CHOICES);
  if (choice === undefined) throw nothing();
  if (choice === "cloudflare") return {};
  if (choice === "local") return askFolder();
  const known = url || (await askText("Its URL", "https://edge-recall.example.workers.dev"));
  const secret = known && (token || (await askSecret("A token for it (write or admin)")));
  if (!known || !secret) throw nothing();
  return { access: { url: known, token: secret } };
}

async function askFolder(): Promise<Wanted> {
  const serve = await askText("A folder to make searchable", "~/notes");
  if (serve === undefined) throw nothing();
  return { serve };
}
