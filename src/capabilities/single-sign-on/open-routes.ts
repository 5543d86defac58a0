// Endpoints that browsers open: on the way to a provider, and back.
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { companyRow } from '#capabilities/access/index.ts';
import { machineNow } from '#platform/clock.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, OpenContext, OpenedPage } from '#platform/http/endpoint.ts';
import { admit } from './admit.ts';
import { addressesOf, type Connection, connectionOf, realmOf } from './connection.ts';
import { refused, singleSignOnErrors } from './errors.ts';
import * as example from './examples.ts';
import { helpPage } from './help-page.ts';
import { identityOf } from './identity.ts';
import { type Coming, placeInLane } from './lanes.ts';
import { knownNetwork } from './networks.ts';
import { authorizationUrl, identityBehind, type OpenIdAnswer, readState, stateOf } from './openid-connect.ts';
import { type Answered, beginRequest, begunRequest, newRequestId, takeAssertion, takeRequest } from './requests.ts';
import { goOn, pageToReturnTo, redirect } from './return-page.ts';
import { askedOf, metadataOf, readResponse, received } from './saml.ts';
import { type Kind, loginQuery, modeQuery, openIdAnswer, SamlResponse } from './schemas.ts';

const Page = Type.String();
type Mode = 'live' | 'test';

interface Begins {
  readonly mode?: Mode;
  readonly returnTo?: string;
  readonly state?: string;
}

/** Errors: NoSingleSignOn, NoPageToReturnTo, InvalidRequest, ProviderNotReached. */
async function begin(ctx: OpenContext, kind: Kind, companyId: string, asked: Begins): Promise<OpenedPage> {
  const realm = realmOf(companyId, asked.mode);
  const connection = await connectionOf(ctx, realm, kind);
  const reader = ctx.database.reader(realm);
  const returnTo = await pageToReturnTo(reader, connection.settings, asked.returnTo, 'returnTo');
  const id = newRequestId();
  const address = await (kind === 'saml' ? askedOf(connection, id) : authorizationUrl(ctx, connection, id));
  return redirect(address, await beginRequest(ctx, realm, { kind, id, returnTo, pageState: asked.state }));
}

/** Errors: NoSingleSignOn, SingleSignOnRefused, NoPageToReturnTo, InvalidRequest. */
async function samlCallback(
  ctx: OpenContext,
  companyId: string,
  mode: Mode | undefined,
  { SAMLResponse, RelayState }: { readonly SAMLResponse: string; readonly RelayState?: string },
): Promise<OpenedPage> {
  const realm = realmOf(companyId, mode);
  const connection = await connectionOf(ctx, realm, 'saml');
  return telling(ctx, connection, () => takeResponse(ctx, connection, SAMLResponse, RelayState));
}

/** Errors: SingleSignOnRefused, NoPageToReturnTo, InvalidRequest, TooManyRequests. */
async function takeResponse(
  ctx: OpenContext,
  connection: Connection,
  encoded: string,
  relayState: string | undefined,
): Promise<OpenedPage> {
  const response = received(encoded);
  const [id, ...others] = response.answersTo;
  if (others.length > 0) throw refused('request');
  const place = placeInLane(connection.realm, await whoComes(ctx, connection, id));
  try {
    const { returnTo, pageState: state } =
      id === undefined
        ? await unasked(ctx, connection, relayState)
        : await takeRequest(ctx, connection.realm, 'saml', id);
    const { inResponseTo, ...asserted } = await readResponse(ctx, connection, response, place.holder);
    if (inResponseTo !== id) throw refused('request');
    await takeAssertion(ctx, connection.realm, asserted);
    const exchangeToken = await admit(ctx, connection, identityOf(connection.settings, asserted));
    return goOn(returnTo, { exchangeToken, state });
  } finally {
    place.giveBack();
  }
}

/** A request of ours that nobody has answered, or the leave to come unasked, comes before any reading. */
async function whoComes(ctx: OpenContext, { realm, settings }: Connection, id: string | undefined): Promise<Coming> {
  if (id === undefined && !settings.allowsProviderStart) throw refused('notAsked');
  const reader = ctx.database.reader(realm);
  const [[network], [request]] = await reader.together(
    knownNetwork(reader, ctx),
    begunRequest(reader, ctx.vault, 'saml', id ?? ''),
  );
  const now = machineNow(ctx.clock);
  const isNow = (row: { readonly expires_at: Instant } | undefined) => row !== undefined && row.expires_at > now;
  if (id !== undefined && !isNow(request)) throw refused('request');
  return { address: ctx.address, isKnown: isNow(network), isAsked: id !== undefined };
}

/** Where people go on whose provider has begun. Errors: NoPageToReturnTo, InvalidRequest. */
async function unasked(ctx: OpenContext, { realm, settings }: Connection, relayState?: string): Promise<Answered> {
  const returnTo = await pageToReturnTo(ctx.database.reader(realm), settings, relayState || undefined, 'RelayState');
  return { returnTo, pageState: null };
}

/** Errors: InvalidRequest, NoSingleSignOn, SingleSignOnRefused, ProviderNotReached. */
async function openIdCallback(ctx: OpenContext, companyId: string, answer: OpenIdAnswer): Promise<OpenedPage> {
  const begun = readState(answer.state ?? '');
  if (begun === undefined) throw refuseField('state', 'is none of ours', 'the state that we gave the provider');
  const realm = realmOf(companyId, begun.mode);
  const connection = await connectionOf(ctx, realm, 'openIdConnect');
  return telling(ctx, connection, async () => {
    const { returnTo, pageState: state } = await takeRequest(ctx, realm, 'openIdConnect', begun.requestId);
    const identity = await identityBehind(ctx, connection, begun.requestId, answer);
    const exchangeToken = await admit(ctx, connection, identity);
    return goOn(returnTo, { exchangeToken, state });
  });
}

/** The audit is told why somebody did not come in. */
async function telling<T>(ctx: OpenContext, { realm, settings }: Connection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && error.kind === SingleSignOnRefused) {
      const { errorType } = error.kind;
      const reason = String(error.data.reason);
      ctx.tell(realm, { userType: settings.userType, method: 'singleSignOn', errorType, reason });
    }
    throw error;
  }
}

/** Errors: NotFound. */
async function companyName({ database }: OpenContext, companyId: string, mode?: Mode): Promise<string> {
  const reader = database.reader(realmOf(companyId, mode));
  const company = await reader.row(companyRow(reader));
  if (company !== undefined) return company.name;
  throw new Refusal(errors.NotFound, `There is no company ${companyId}.`, { data: { path: 'companyId' } });
}

const auth = '/companies/{companyId}/auth';
const { NoSingleSignOn, NoPageToReturnTo, SingleSignOnRefused, ProviderNotReached } = singleSignOnErrors;
const comesBack =
  'The page finds `#exchangeToken=…` in its address, which it sends to POST /auth/token within a minute, once; and `state`, if one was given, which it should compare.';

const singleSignOnEndpoint = below({ path: auth, answer: Page });

const samlRoutes: Endpoint[] = [
  singleSignOnEndpoint({
    name: 'singleSignOn.samlLogin',
    method: 'GET',
    path: '/saml/login',
    summary: 'Begin to sign in by SAML',
    description: `Sends the browser to the identity provider. ${comesBack}`,
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/plain',
    status: 303,
    query: loginQuery,
    errors: [NoSingleSignOn, NoPageToReturnTo],
    example: { answer: '' },
    open: (ctx, { params, query }) => begin(ctx, 'saml', params.companyId, query),
  }),
  singleSignOnEndpoint({
    name: 'singleSignOn.samlCallback',
    path: '/saml/callback',
    summary: 'Take the response of a SAML provider',
    description: `Where the provider sends the browser, whether we asked or it began by itself. ${comesBack}`,
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/plain',
    status: 303,
    query: modeQuery,
    body: SamlResponse,
    errors: [NoSingleSignOn, NoPageToReturnTo, SingleSignOnRefused],
    example: { body: example.samlResponse, answer: '' },
    open: (ctx, { params, query, body }) => samlCallback(ctx, params.companyId, query.mode, body),
  }),
  singleSignOnEndpoint({
    name: 'singleSignOn.samlMetadata',
    method: 'GET',
    path: '/saml/metadata.xml',
    summary: 'Read what a SAML provider must know of us',
    openTo: 'everybody',
    shape: 'page',
    contentType: 'application/samlmetadata+xml',
    query: modeQuery,
    errors: [errors.NotFound],
    example: { answer: example.metadata },
    async open(ctx, { params: { companyId }, query: { mode } }) {
      await companyName(ctx, companyId, mode);
      return { body: await metadataOf(addressesOf(ctx.publicUrl(), realmOf(companyId, mode))) };
    },
  }),
  singleSignOnEndpoint({
    name: 'singleSignOn.help',
    method: 'GET',
    path: '/saml/help',
    summary: 'Read what to enter at the identity provider',
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/html',
    query: modeQuery,
    errors: [errors.NotFound],
    example: { answer: '<!doctype html>…' },
    async open(ctx, { params: { companyId }, query: { mode } }) {
      const name = await companyName(ctx, companyId, mode);
      return { body: helpPage(name, mode ?? 'live', addressesOf(ctx.publicUrl(), realmOf(companyId, mode))) };
    },
  }),
];

export const openRoutes: Endpoint[] = [
  ...samlRoutes,
  singleSignOnEndpoint({
    name: 'singleSignOn.openIdLogin',
    method: 'GET',
    path: '/openid-connect/login',
    summary: 'Begin to sign in by OpenID Connect',
    description: `Sends the browser to the identity provider. ${comesBack}`,
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/plain',
    status: 303,
    query: loginQuery,
    errors: [NoSingleSignOn, NoPageToReturnTo, ProviderNotReached],
    example: { answer: '' },
    open: (ctx, { params, query }) => begin(ctx, 'openIdConnect', params.companyId, query),
  }),
  singleSignOnEndpoint({
    name: 'singleSignOn.openIdCallback',
    method: 'GET',
    path: '/openid-connect/callback',
    summary: 'Take the answer of a provider of OpenID Connect',
    description: `Where the provider sends the browser. Its \`state\` says in which mode it began. ${comesBack}`,
    openTo: 'everybody',
    shape: 'page',
    contentType: 'text/plain',
    status: 303,
    query: openIdAnswer,
    errors: [NoSingleSignOn, SingleSignOnRefused, ProviderNotReached],
    example: { query: { code: 'SplxlOBeZQQYbYS6WxSbIA', state: `${stateOf('test', '_')}4d2f` }, answer: '' },
    open: (ctx, { params, query }) => openIdCallback(ctx, params.companyId, query),
  }),
];
