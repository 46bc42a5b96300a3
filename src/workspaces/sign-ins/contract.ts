import { z } from "@hono/zod-openapi";

/** A browser that is signed in, as lists show it. */
export const SignInSummary = z
  .object({
    id: z.string(),
    browser: z.string().meta({ description: "As it names itself: `Firefox on Linux`" }),
    createdAt: z.string(),
    expiresAt: z.string().meta({ description: "After 30 days, or with the token" }),
    lastUsedAt: z.string().nullable().meta({ description: "To the hour" }),
    lastAddress: z.string().nullable().meta({ description: "The network: IPv4 /24, IPv6 /48, or `local`" }),
  })
  .openapi("SignInSummary");
export type SignInSummary = z.infer<typeof SignInSummary>;

export const SignInAnswer = z
  .object({
    id: z.string(),
    key: z.string().meta({
      description:
        "Half of what proves the sign-in, shown once: the page sends it in `x-recall-sign-in`. The other half is the cookie's",
    }),
    expiresAt: z.string(),
  })
  .openapi("SignIn");
export type SignInAnswer = z.infer<typeof SignInAnswer>;

export const SignInList = z.object({ signIns: z.array(SignInSummary) }).openapi("SignInList");

export const SignInLink = z
  .object({
    secret: z.string().meta({
      description: "Signs one browser in, once: the page takes it from its address, `/#link=…`",
    }),
    expiresAt: z.string(),
  })
  .openapi("SignInLink");

export const SignedOut = z
  .object({ ended: z.number().meta({ description: "Browsers that were signed in" }) })
  .openapi("SignedOut");
