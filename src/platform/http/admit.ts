// Who calls: found from what the request shows, before a byte of its body is read.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditNotes } from '#platform/audit/notes.ts';
import type { Credential, Door } from '#platform/command/authentication.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { Endpoint } from './endpoint.ts';
import { mustReach } from './may-call.ts';
import { noteOf } from './note-of.ts';
import type { Limits } from './rate-limit.ts';
import type { Call } from './serve.ts';
import { versionOf } from './versions.ts';

export const addressesOf = ({ ip, raw }: FastifyRequest): [string, string] => [ip, raw.socket.remoteAddress ?? ip];

interface Admitting {
  readonly door: Door;
  readonly audit: AuditNotes;
}

/** Decides who calls, whether it may, and in which version, before a byte of the body is read. */
export async function admitted(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { door, audit }: Admitting,
  limiting: Limits,
): Promise<Call> {
  const shown = shownBy(request);
  const authentication = shown && door.of(shown.credential);
  // A guess is counted before it costs a query; what was made here and has ended, after it.
  const isGuess = !shown || !authentication?.recognizes(shown.text);
  if (isGuess) reply.headers(await limiting.ofStranger(...addressesOf(request)));
  const caller = shown && (await authentication?.authenticate(shown.text));
  if (caller === undefined) {
    if (!isGuess) reply.headers(await limiting.ofStranger(...addressesOf(request)));
    const message = shown === undefined ? 'No API key was sent.' : unknownCredential[shown.credential];
    const refusal = new Refusal(errors.Unauthorized, message, { headers: { 'www-authenticate': 'Bearer' } });
    const who = shown && (await authentication?.ended?.(shown.text));
    if (who !== undefined) audit.note(who.realm, noteOf(endpoint, request, who, { outcome: 'refused', refusal }));
    throw refusal;
  }
  if (caller.mayCallFrom?.(request.ip) === false) {
    // Elsewhere it is a stranger: who stole the key must not use up what its owner may call.
    reply.headers(await limiting.ofStranger(...addressesOf(request)));
    const refusal = new Refusal(errors.AddressNotAllowed, `This API key may not be used from ${request.ip}.`);
    audit.note(caller.realm, noteOf(endpoint, request, caller, { outcome: 'refused', refusal }));
    throw refusal;
  }
  reply.headers(await limiting.ofCaller(caller));
  const version = versionOf(request.headers['api-version'] as string | undefined, caller.apiVersion);
  reply.header('api-version', version);
  const rightsNow = async () => (await authentication?.authenticate(shown?.text as string))?.permissions;
  const mayWait = (): boolean => request.share?.wait() ?? true;
  const waitFor: Call['waitFor'] = (named, ask) => request.share?.waitFor(named, ask) ?? ask();
  const call = { requestId: request.requestId, caller, version, rightsNow, mayWait, waitFor };
  // A refusal is told of whoever called.
  request.call = call;
  mustReach(caller, endpoint);
  return call;
}

const unknownCredential: Readonly<Record<Credential, string>> = {
  key: 'This API key is unknown, revoked or expired.',
  session: 'This session is unknown or has ended.',
};

/** All our keys and tokens are shorter; a longer text is not even hashed. */
const lengthMax: Readonly<Record<Credential, number>> = { key: 512, session: 2_048 };

interface Shown {
  readonly credential: Credential;
  readonly text: string;
}

/**
 * `Authorization: Bearer` with the token of a session or with a key, `X-API-KEY`, or the spelling with underscores that
 * one client sends. Two credentials at once say two different things about who calls.
 */
function shownBy({ headers }: FastifyRequest): Shown | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const named = headers['x-api-key'] ?? headers.x_api_key;
  const key = typeof named === 'string' && named !== '' ? named : undefined;
  if (bearer !== undefined && key !== undefined && bearer !== key) {
    throw refuseField('Authorization', 'is sent beside an API key', 'either Authorization or X-API-KEY');
  }
  const text = bearer ?? key;
  if (text === undefined) return undefined;
  const credential = bearer !== undefined && looksLikeToken(bearer) ? 'session' : 'key';
  return text.length > lengthMax[credential] ? undefined : { credential, text };
}

/** A JWT has three parts of base64url, and its first one begins with a brace. */
const looksLikeToken = (text: string): boolean => /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(text);
