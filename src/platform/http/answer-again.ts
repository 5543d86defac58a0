// Reads whose answers are remembered. A version of the object and the business time decide whether an answer still
// holds; each use costs one narrow read of the version, and an ETag names what the client has.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { RememberedAnswers, Span, StoredVersion } from '#platform/answers/remembered.ts';
import type { Reply } from '#platform/command/idempotency.ts';
import { referenceOf } from '#platform/ids.ts';
import type { Endpoint, ErasedInput, ReadContext, Versioned } from './endpoint.ts';
import { pathParams } from './endpoint.ts';
import { etagOf } from './if-match.ts';
import type { Version } from './versions.ts';

/** An answer as it is sent. */
export interface Answer extends Omit<Reply, 'body'> {
  readonly body: string | Buffer;
}

/** What a read was asked. */
interface Asked {
  readonly ctx: ReadContext;
  readonly version: Version;
  readonly input: ErasedInput;
  readonly ifNoneMatch: string | undefined;
}

/** Finds the subject and answers, as if nothing were remembered. */
type AnswerAnew = () => Promise<{ readonly reply: Reply; readonly subject: unknown }>;

type AnswerAgain = (asked: Asked, anew: AnswerAnew) => Promise<Answer>;

/** Undefined for an endpoint whose answers are not remembered. `release` is part of every ETag. */
export function answerAgain(endpoint: Endpoint, answers: RememberedAnswers, release: string): AnswerAgain | undefined {
  const { remembers, name } = endpoint;
  const versioned = endpoint.subject?.versioned;
  if (remembers === undefined || versioned === undefined) return undefined;
  const params = pathParams(endpoint.path);
  return async (asked, anew) => {
    const { ctx, version, input } = asked;
    const ids = params.map((param) => input.params[param] as string);
    const query = JSON.stringify(input.query);
    // An external id may come to mean another object.
    const isPlain = ids.every(isPlainId) && !query.includes('"ext-');
    if (!isPlain || !remembers(input.query)) return (await anew()).reply;
    const realm = `${ctx.caller.realm.mode} ${ctx.caller.realm.companyId}`;
    const key = [name, version, ...ids, query].join(' ');
    const known = answers.get(realm, key);
    if (known !== undefined) {
      const [stored, now] = await Promise.all([versioned.versionNow(ctx.reader, input.params), ctx.now()]);
      if (isSame(stored, known.version) && isWithin(known.span, now)) return unlessKnown(asked, known.etag, known.body);
    }
    const put = answers.making();
    const { reply, subject } = await anew();
    const span = spanOf(versioned, subject, await ctx.now());
    if (span === undefined) return reply;
    const found = await versioned.versionOf(subject, ctx.reader);
    const etag = etagOf(found, release, version, span.from);
    put(realm, key, { version: found, span, etag, body: Buffer.from(reply.body) });
    return unlessKnown(asked, etag, reply.body);
  };
}

const isPlainId = (text: string): boolean => text.length < 40 && 'id' in referenceOf(text);

const spanOf = (versioned: Versioned<unknown>, subject: unknown, now: Instant): Span | undefined => {
  const span = versioned.spanOf(subject, now);
  return span !== undefined && isWithin(span, now) ? span : undefined;
};

const isSame = (stored: StoredVersion | undefined, known: StoredVersion): boolean =>
  stored?.name === known.name && stored.since === known.since;

const isWithin = ({ from, until }: Span, now: Instant): boolean => from <= now && now < until;

/** 304 without a body where the client has this very answer. */
function unlessKnown({ ifNoneMatch }: Asked, etag: string, body: Answer['body']): Answer {
  const isKnown = ifNoneMatch !== undefined && isAmong(etag, ifNoneMatch);
  return isKnown ? { status: 304, headers: { etag }, body: '' } : { status: 200, headers: { etag }, body };
}

const isAmong = (etag: string, sent: string): boolean =>
  sent === etag || sent.split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
