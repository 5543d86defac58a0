// OpenID providers on loopback: a certified one, and one that says what a test wants.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { providerKeys } from './provider-keys.ts';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** The address comes first, since the house must know it; what answers there comes later. */
export async function aPlace() {
  let handle: Handle = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    issuer: `http://${host}`,
    answersBy(next: Handle): void {
      handle = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

type Place = Awaited<ReturnType<typeof aPlace>>;

export const clientId = 'tenor-of-acme';
export const clientSecret = 'a secret that only the provider gave';

/** The claims of a person, beside the subject. */
export type Person = Readonly<Record<string, unknown>> & { readonly sub: string };

/** `oidc-provider`, which lets in the person that the test names. */
export async function certifiedProvider(place: Place, redirectUri: string, who: () => Person) {
  const provider = new Provider(place.issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'groups'] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_: unknown, accountId: string) => ({ accountId, claims: async () => who() }),
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  place.answersBy((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    const result = { login: { accountId: who().sub } };
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  });
  const refusals: string[] = [];
  provider.on('grant.error', (_, { error_detail: detail }) => refusals.push(detail));
  return { refusals };
}

/** As a browser follows the provider's redirects, until one leads to us: that address. */
export async function throughProvider(start: string, back: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = start;
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) as unknown as [string, string, string];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    assert.ok(location, `${answer.status} at ${at}: ${await answer.text()}`);
    at = new URL(location, at).href;
    if (at.startsWith(back)) return new URL(at);
  }
  throw new Error(`The provider never came back to ${back}.`);
}

interface Says {
  /** Claims that differ from right ones. */
  readonly claims?: JWTPayload;
  /** The id token as it stands, instead. */
  readonly idToken?: (right: JWTPayload) => Promise<string> | string;
  readonly userinfo?: Readonly<Record<string, unknown>>;
  readonly discovery?: Readonly<Record<string, unknown>>;
}

/** One that says what a test wants; `nonce` is that of the last request. */
export async function sayingProvider(place: Place) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const stranger = await generateKeyPair('RS256');
  let says: Says = {};
  let nonce: string | undefined;
  const asked: { path: string; body: string; authorization: string | undefined }[] = [];
  const json = (response: ServerResponse, body: unknown) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const sign = (claims: JWTPayload, key: CryptoKey = privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  const right = (): JWTPayload => {
    const seconds = Math.floor(Date.now() / 1_000);
    const times = { iat: seconds, exp: seconds + 300 };
    return {
      iss: place.issuer,
      aud: clientId,
      sub: 'S-1',
      email: 'ada@acme.example',
      ...times,
      ...(nonce && { nonce }),
    };
  };
  const answers: Readonly<Record<string, () => Promise<unknown> | unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer: place.issuer,
      authorization_endpoint: `${place.issuer}/authorize`,
      token_endpoint: `${place.issuer}/token`,
      jwks_uri: `${place.issuer}/jwks`,
      ...(says.userinfo && { userinfo_endpoint: `${place.issuer}/userinfo` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...says.discovery,
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }] }),
    '/userinfo': () => says.userinfo,
    '/token': async () => {
      const claims = { ...right(), ...says.claims };
      const id_token = says.idToken === undefined ? await sign(claims) : await says.idToken(claims);
      return { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token };
    },
  };
  place.answersBy(async (request, response) => {
    const chunks = await request.toArray();
    const { url: path = '', headers } = request;
    asked.push({ path, body: Buffer.concat(chunks).toString(), authorization: headers.authorization });
    const answer = answers[path];
    if (answer === undefined) response.writeHead(404).end();
    else json(response, await answer());
  });
  return {
    asked,
    sign,
    byStranger: (claims: JWTPayload) => sign(claims, stranger.privateKey),
    /** A signature with what everybody can read, as a shared secret. */
    bySharedSecret: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(providerKeys.certificate)),
    /** For the request of this redirect; returns the query of the answer. */
    answersTo(location: string, next: Says = {}): string {
      const query = new URL(location).searchParams;
      nonce = query.get('nonce') ?? undefined;
      says = next;
      return `?${new URLSearchParams({ code: 'a-code', state: query.get('state') as string })}`;
    },
  };
}
