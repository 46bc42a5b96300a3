import type { OAuthClientProvider, StoredOAuthTokens } from "@modelcontextprotocol/client";

/** What a client keeps of OAuth, in memory, and where it was sent to. */
export function oauthClient(redirectUrl: string, name = "Test client") {
  let information: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
  let tokens: StoredOAuthTokens | undefined;
  let verifier = "";
  const sentTo: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: name,
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => information,
    saveClientInformation: (saved) => {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (address) => {
      sentTo.push(address);
    },
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
    invalidateCredentials: () => {
      tokens = undefined;
    },
  };
  /** As if the server had forgotten what gave access. */
  const loseAccess = (): void => {
    if (tokens !== undefined) tokens = { ...tokens, access_token: "a:b:c" };
  };
  return { provider, sentTo, tokens: () => tokens, loseAccess };
}
