// A new code with the words in which it goes out, made before the command begins, because rendering must not wait inside a
// transaction: the company's text of `confirmationCode`, or the shipped one, in the language of the borrower.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { person } from '#capabilities/people/index.ts';
import type { Channel } from '#capabilities/sending/index.ts';
import {
  type ChosenTemplate,
  chooseTemplate,
  contextsOf,
  type Language,
  type RenderedMessage,
  renderMessages,
  shippedTemplate,
  type TemplateReads,
  templateReads,
} from '#capabilities/templates/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { Caller } from '#platform/command/context.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import type { AheadTools, ReadContext } from '#platform/http/endpoint.ts';
import { codeSeconds } from '../words.ts';
import { newCode, spoken } from './code.ts';

const subject = 'confirmationCode';

interface Words {
  readonly subjectLine: string | null;
  readonly text: string;
}

export interface WrittenCode {
  readonly code: string;
  /** By the channels in which it may go out. */
  readonly words: ReadonlyMap<Channel, Words>;
}

interface Asked {
  /** An id or a reference. */
  readonly personId: string;
  readonly channel: Channel | undefined;
}

type WritesCode = (tools: AheadTools, caller: Caller, asked: Asked) => Promise<WrittenCode>;

/** Errors: NotFound. */
export function writesCode(whole: Pick<Whole, 'endpoints' | 'permissions'>): WritesCode {
  let reads: TemplateReads | undefined;
  return async ({ database, vault, clock }, { realm, timezone }, { personId, channel }) => {
    // The text of the service itself may name the company, whatever its caller may read.
    const service = { name: 'verification', permissions: whole.permissions, timezone };
    const ctx = backgroundReads({ reader: database.reader(realm), vault, clock }, service);
    const { subject: owner } = await person.find(ctx.reader, personId, false);
    const { language } = owner.comm_preferences;
    const channels: readonly Channel[] = channel === undefined ? ['email', 'text'] : [channel];
    const code = newCode();
    reads ??= templateReads(whole);
    const ready = { reads, ctx, language, code, personId: owner.person_id };
    const words = new Map<Channel, Words>();
    // One after the other: what a request asks the database comes in the same order every time.
    for (const one of channels) words.set(one, await wordsFor(ready, one));
    return { code, words };
  };
}

interface Ready {
  readonly reads: TemplateReads;
  readonly ctx: ReadContext;
  readonly language: Language | null;
  readonly code: string;
  readonly personId: string;
}

/** A text of the company that cannot be rendered, or does not say the code, is passed over: the code must arrive. */
async function wordsFor(ready: Ready, channel: Channel): Promise<Words> {
  const { ctx, language, code } = ready;
  const own = await chooseTemplate(ctx.reader, { subject, channel, language, loanTypeId: null });
  const shipped = shippedTemplate(subject, channel, own?.language ?? language ?? 'en');
  const said = channel === 'voice' ? spoken(code) : code;
  for (const chosen of [own, shipped]) {
    const words = chosen && (await rendered(ready, chosen, said));
    if (words?.text?.includes(said)) return { subjectLine: words.subjectLine, text: words.text };
  }
  return { subjectLine: 'Your code', text: `Your code is ${said}. Give it to nobody.` };
}

async function rendered(
  { reads, ctx, personId }: Ready,
  chosen: ChosenTemplate,
  code: string,
): Promise<RenderedMessage | undefined> {
  const { timezone } = ctx.caller;
  const message = {
    date: dateInZone(await ctx.now(), timezone),
    isTransactional: true,
    isFromCollector: false,
    optOutUrl: null,
    hasOptOut: false,
  };
  const values = { code, minutesValid: codeSeconds / 60, message };
  const [context = {}] = await contextsOf(reads, ctx, [{ names: chosen.names, about: { personId }, values }]);
  const [made] = await renderMessages([{ chosen, context, strict: false, timezone }]);
  return made === undefined || 'failed' in made ? undefined : made;
}
