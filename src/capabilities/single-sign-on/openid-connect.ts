// OpenID Connect, the code flow with PKCE, state and nonce: what we ask of a provider, and what comes back. What must be
// known again is derived from the id of the request.
import * as library from 'openid-client';
import type { Vault } from '#platform/crypto/vault.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { makeAsking } from '#platform/egress/fetch.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import { isDevHost } from '#platform/egress/webhook-url.ts';
import { Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { type Connection, providerOf } from './connection.ts';
import { discovered, keepDiscovered } from './discovered.ts';
import { refused, singleSignOnErrors } from './errors.ts';
import { type Identity, identityOf, type Said } from './identity.ts';

/** A provider's clock may differ by this. */
const skewSeconds = 120;

/** The state says in which mode it began: our address is one for both. */
export const stateOf = (mode: Mode, requestId: string): string => `${mode}${requestId}`;

export function readState(state: string): { readonly mode: Mode; readonly requestId: string } | undefined {
  const mode = modes.find((one) => state.startsWith(`${one}_`));
  return mode && { mode, requestId: state.slice(mode.length) };
}

const nonceOf = (vault: Vault, requestId: string): string =>
  vault.secretHash('openIdConnect nonce', requestId).toString('base64url');
const verifierOf = (vault: Vault, requestId: string): string =>
  vault.secretHash('openIdConnect verifier', requestId).toString('base64url');

const byItsMethods =
  (secret: string): library.ClientAuth =>
  (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const isPosted = !methods.includes('client_secret_basic') && methods.includes('client_secret_post');
    const show = isPosted ? library.ClientSecretPost(secret) : library.ClientSecretBasic(secret);
    show(server, client, body, headers);
  };

/** Calls of the provider go outside only. Errors: ProviderNotReached, SingleSignOnRefused, TooManyRequests, Overloaded. */
async function atProvider<T>(
  ctx: OpenContext,
  connection: Connection,
  work: (config: library.Configuration) => Promise<T>,
): Promise<T> {
  const asking = makeAsking({ devHosts: ctx.settings.webhookDevHosts });
  const ask = async () => {
    const config = await discover(ctx, connection, asking).catch((error: unknown) => {
      const refusal = refusalOf(error);
      const isOfAnswer = refusal instanceof Refusal && refusal.kind === singleSignOnErrors.SingleSignOnRefused;
      throw isOfAnswer ? notReached(wrongDiscovery, error) : refusal;
    });
    config[library.customFetch] = (to, asked) => asking.fetch(to, asked);
    return work(config);
  };
  try {
    return await ctx.waitFor(providerOf(connection), ask);
  } catch (error) {
    throw refusalOf(error);
  } finally {
    await asking.close();
  }
}

/** What was kept goes through the library like an answer, so both are judged in the same way. */
async function discover(
  { settings: { webhookDevHosts: devHosts }, clock }: OpenContext,
  connection: Connection,
  asking: ReturnType<typeof makeAsking>,
): Promise<library.Configuration> {
  const { settings, clientSecret = '' } = connection;
  const { issuer, clientId } = settings.openIdConnect as NonNullable<typeof settings.openIdConnect>;
  const url = new URL(issuer);
  const isPlain = url.protocol === 'http:' && isDevHost(devHosts, url);
  const known = discovered(connection, clock.micros());
  let text = known;
  const config = await library.discovery(
    url,
    clientId,
    { [library.clockTolerance]: skewSeconds },
    byItsMethods(clientSecret),
    {
      async [library.customFetch](to, asked) {
        if (known !== undefined) return Response.json(JSON.parse(known));
        const answer = await asking.fetch(to, asked);
        text = await answer.clone().text();
        return answer;
      },
      execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
    },
  );
  if (known === undefined && text !== undefined) keepDiscovered(connection, clock.micros(), text);
  return config;
}

/** The address at the provider that asks it to sign somebody in. Errors: ProviderNotReached. */
export const authorizationUrl = (ctx: OpenContext, connection: Connection, requestId: string): Promise<string> =>
  atProvider(ctx, connection, async (config) => {
    const asked = library.buildAuthorizationUrl(config, {
      redirect_uri: connection.addresses.openIdCallback,
      scope: 'openid email profile',
      state: stateOf(connection.realm.mode, requestId),
      nonce: nonceOf(ctx.vault, requestId),
      code_challenge: await library.calculatePKCECodeChallenge(verifierOf(ctx.vault, requestId)),
      code_challenge_method: 'S256',
    });
    return asked.href;
  });

/** What the provider sends the browser back with. */
export interface OpenIdAnswer {
  readonly code?: string;
  readonly state?: string;
  readonly iss?: string;
  readonly error?: string;
}

/** Errors: SingleSignOnRefused, ProviderNotReached. */
export const identityBehind = (
  ctx: OpenContext,
  connection: Connection,
  requestId: string,
  answer: OpenIdAnswer,
): Promise<Identity> =>
  atProvider(ctx, connection, async (config) => {
    const url = new URL(connection.addresses.openIdCallback);
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    const tokens = await library.authorizationCodeGrant(config, url, {
      expectedState: stateOf(connection.realm.mode, requestId),
      expectedNonce: nonceOf(ctx.vault, requestId),
      pkceCodeVerifier: verifierOf(ctx.vault, requestId),
      idTokenExpected: true,
    });
    const own = tokens.claims() as library.IDToken;
    const more = config.serverMetadata().userinfo_endpoint
      ? await library.fetchUserInfo(config, tokens.access_token, own.sub)
      : {};
    const claims: Readonly<Record<string, unknown>> = { ...more, ...own };
    return identityOf(connection.settings, {
      subject: own.sub,
      said: saidIn(claims),
      // Some providers have no such claim: the company has chosen whom it believes.
      isVerified: [undefined, true, 'true'].some((value) => value === claims.email_verified),
    });
  });

function saidIn(claims: Readonly<Record<string, unknown>>): Said {
  const texts = (value: unknown) => [value].flat().filter((one): one is string => typeof one === 'string');
  return new Map(Object.entries(claims).map(([name, value]) => [name, texts(value)]));
}

/** The library's errors: of the network, of the provider's answers, or of the tokens. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof library.AuthorizationResponseError) return refused('provider', error);
  const cause = causeOf(error);
  if (cause instanceof PostFailed) return notReached(cause.message, error);
  if (error instanceof library.ResponseBodyError || error instanceof library.WWWAuthenticateChallengeError) {
    return refused('token', error);
  }
  const { code = '' } = error as { code?: string };
  // Where an address or a key is to be, the provider has said something else, or nothing.
  const isWrong =
    error instanceof TypeError || error instanceof DOMException || /_SERVER_METADATA$|_FORBIDDEN$/.test(code);
  if (isWrong) return notReached(wrongDiscovery, error);
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON') {
    return notReached('Its answer has another status or form than that of such a provider.', error);
  }
  return code.startsWith('OAUTH_') ? refused('token', error) : error;
}

const wrongDiscovery = 'What it says of itself is not what such a provider says, or is of another issuer.';

function causeOf(error: unknown): unknown {
  let one = error;
  while (one instanceof Error && !(one instanceof PostFailed)) one = one.cause;
  return one;
}

const notReached = (message: string, cause: unknown): Refusal =>
  new Refusal(singleSignOnErrors.ProviderNotReached, message, { data: { path: 'openIdConnect.issuer' }, cause });
