// Makes messages ready outside of a transaction: the text is chosen and rendered in the language of the borrower. Many at
// once cost a few statements together, besides those of the objects that their texts name.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { partyOf } from '@tenor/guard/asked/ask.ts';
import { languageOf } from '#capabilities/company/index.ts';
import { type Addressee, type Addressees, addresseesOf } from '#capabilities/compliance/index.ts';
import { subjectNow } from '#capabilities/interactions/index.ts';
import {
  addressOfContact,
  type ContactedContact,
  contactedFor,
  linesOfAddress,
  sealerOf,
} from '#capabilities/people/index.ts';
import {
  type ChosenTemplate,
  type Context,
  contextsOf,
  type RenderedMessage,
  type RenderFailure,
  renderMessages,
  subjectOf,
  type TemplateReads,
  templateReads,
} from '#capabilities/templates/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { errors } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { noAttachments } from '../outgoing/attachments.ts';
import { decide, type When } from '../outgoing/decide.ts';
import type { PreparedMessage } from '../outgoing/send-to-person.ts';
import { themeToBorrowers } from '../rules/theme-to-borrowers.ts';
import type { Language } from '../tables.ts';
import { isCarried } from '../words.ts';
import type { MessageAsked, Prepared } from './asked.ts';
import { type Choose, choosing } from './choosing.ts';

/** Whoever has read the addressees gives them. Errors: InvalidRequest (the theme), Forbidden (what a text names). */
export type Prepare = (
  ctx: ReadContext,
  asked: readonly MessageAsked[],
  addressees?: Addressees,
) => Promise<readonly Prepared[]>;

/** The endpoints are asked for with the first message: their list is not complete before. */
export function preparing(whole: Pick<Whole, 'endpoints'>): Prepare {
  let reads: TemplateReads | undefined;
  return async (ctx, asked, given) => {
    const addressees = given ?? (await addresseesBefore(ctx, [...new Set(asked.map(({ personId }) => personId))]));
    reads ??= templateReads(whole);
    return prepareAll(reads, ctx, asked, addressees);
  };
}

/** Is read before a message is made. The guard is asked when it is queued. */
export async function addresseesBefore(ctx: ReadContext, people: readonly string[]): Promise<Addressees> {
  const { reader, vault, caller } = ctx;
  return addresseesOf({ reader, vault }, { people, now: await ctx.now(), timezone: caller.timezone });
}

async function prepareAll(
  reads: TemplateReads,
  ctx: ReadContext,
  asked: readonly MessageAsked[],
  addressees: Addressees,
): Promise<readonly Prepared[]> {
  const { caller } = ctx;
  const when = { now: await ctx.now(), timezone: caller.timezone, vault: ctx.vault };
  const today = dateInZone(when.now, when.timezone);
  const choose = choosing(ctx);
  const begun = await Promise.all(asked.map((one) => begin(addressees, one, choose, when)));
  const chosen = begun.filter((one) => one.kind === 'chosen');
  const contexts = await contextsOf(
    reads,
    ctx,
    chosen.map(({ chosen: { names }, asked: sent, isCollectors, address }) => ({
      names: withNamed(names, sent),
      about: aboutOf(sent),
      values: { ...sent.context, message: { ...messageValues(sent, today, isCollectors), address } },
      isSent: true,
    })),
  );
  const { timezone } = when;
  const rendered = await renderMessages(
    chosen.map((one, i) => ({
      chosen: one.chosen,
      context: contexts[i] as Context,
      strict: one.asked.strict === true,
      timezone,
    })),
  );
  return begun.map((one): Prepared => {
    if (one.kind !== 'chosen') return { kind: one.kind };
    const at = chosen.indexOf(one);
    const gone = goneOf(one.asked, contexts[at] as Context);
    if (gone !== undefined) return notThere(`${gone}Id`);
    const text = rendered[at] as RenderedMessage | RenderFailure;
    if ('failed' in text) {
      const { kind: reason, ...where } = text.failed;
      return { kind: 'failed', reason, ...where };
    }
    return { kind: 'ready', message: messageOf(one.asked, one.chosen, text) };
  });
}

const notThere = (name: string): Prepared => ({
  kind: 'failed',
  reason: errors.NotFound.errorType,
  part: null,
  line: null,
  column: null,
  name,
  message: errors.NotFound.title,
});

type Begun =
  | { readonly kind: 'noPerson' | 'noTemplate' | 'noContact' }
  | {
      readonly kind: 'chosen';
      readonly asked: MessageAsked;
      readonly chosen: ChosenTemplate;
      readonly isCollectors: boolean;
      /** The lines of the address of a letter. */
      readonly address: string | null;
    };

type Beginning = When & Pick<ReadContext, 'vault'>;

/** Errors: InvalidRequest (the theme). */
async function begin(addressees: Addressees, given: MessageAsked, choose: Choose, when: Beginning): Promise<Begun> {
  const { vault } = when;
  const known = addressees.knownOf(given.personId);
  if (known === undefined || known.person.erased_at !== null) return { kind: 'noPerson' };
  const subject = subjectNow(given.subject);
  const said = {
    ...given,
    subject,
    theme: themeToBorrowers(subject, given.theme),
    isTransactional: given.isTransactional ?? subjectOf(subject)?.isTransactional ?? true,
  };
  const asked = await byMailIfNeeded(addressees, said, when);
  const { channel, loanIds = [] } = asked;
  const loans = known.loans.filter(({ id }) => loanIds.includes(id));
  const language = asked.language ?? languageFor(known, addressees);
  const chosen = await choose({ subject, channel, language, loanTypeId: loans[0]?.loanTypeId ?? null });
  if (chosen === undefined) return { kind: 'noTemplate' };
  const contact = contactOf(known, asked);
  if (contact === undefined) return { kind: 'noContact' };
  const address = contact?.contact_type === 'address' ? addressLines(vault, known, contact) : null;
  return { kind: 'chosen', asked, chosen, isCollectors: isOfCollector(known, asked), address };
}

/** A letter goes where an email may not, or where there is nobody to send one to: the law wants some notices in writing. */
async function byMailIfNeeded<A extends MessageAsked & { readonly theme: PreparedMessage['theme'] }>(
  addressees: Addressees,
  asked: A,
  when: When,
): Promise<A> {
  if (asked.elseByMail !== true || asked.channel !== 'email') return asked;
  const guard = await addressees.guard();
  const becomes = (channel: 'email' | 'mail') =>
    decide(guard, asked.personId, chosenWay({ ...asked, channel, contactId: null, isAutodialed: false }), when).becomes;
  const isLost = ['dropped', 'noContact'].includes(becomes('email'));
  return isLost && becomes('mail') === 'sent' ? { ...asked, channel: 'mail', contactId: null } : asked;
}

/** The message as the guard is asked about it, before there is one. Errors: InvalidRequest (the theme). */
export function chosenWay(asked: MessageAsked) {
  const subject = subjectNow(asked.subject);
  return {
    origin: asked.origin,
    channel: asked.channel,
    theme: themeToBorrowers(subject, asked.theme),
    subject,
    contact_id: asked.contactId ?? null,
    is_contact_named: asked.contactId != null,
    loan_ids: [...(asked.loanIds ?? [])],
    is_transactional: asked.isTransactional ?? subjectOf(subject)?.isTransactional ?? true,
    // A machine speaks, and a text counts as automated.
    is_autodialed: asked.isAutodialed ?? asked.channel === 'voice',
    interaction_id: null,
  };
}

/** The borrower's own comes before the company's. */
const languageFor = ({ person }: Addressee, { settings }: Addressees): Language =>
  (person.comm_preferences as { readonly language?: Language | null }).language ?? languageOf(settings);

/** Null: none is named on this channel. Undefined: there is none. */
function contactOf({ contacts }: Addressee, { channel, contactId }: MessageAsked): ContactedContact | null | undefined {
  if (!isCarried(channel)) return null;
  if (contactId == null) return contactedFor(contacts, channel);
  return contacts.find(({ id, valid, status }) => id === contactId && valid && status !== 'archived');
}

function addressLines(vault: Vault, { person }: Addressee, contact: ContactedContact): string | null {
  const address = addressOfContact(sealerOf(vault, person), contact);
  return address && linesOfAddress(address).join('\n');
}

/** Whether a collector writes, which it has to say. */
const isOfCollector = ({ facts }: Addressee, { loanIds = [] }: MessageAsked): boolean =>
  facts.loans.some((loan) => (loanIds.length === 0 || loanIds.includes(loan.id)) && partyOf(loan) === 'collector');

/** What is kept with the message is read in any case: it must be of this borrower. */
const withNamed = (names: ReadonlySet<string>, asked: MessageAsked): ReadonlySet<string> =>
  new Set([...names, ...namedBy(asked)]);

function namedBy({ statementId, transactionId, caseId, origin, isCaseSure }: MessageAsked): string[] {
  const isCaseRead = caseId != null && origin === 'bulk' && isCaseSure !== true;
  return [
    ...(statementId == null ? [] : ['statement']),
    ...(transactionId == null ? [] : ['transaction']),
    ...(isCaseRead ? ['case'] : []),
  ];
}

/** What a row of a bulk sending names must be there; a notice of the service does without what has gone meanwhile. */
const goneOf = (asked: MessageAsked, context: Context): string | undefined =>
  asked.origin === 'bulk' ? namedBy(asked).find((name) => context[name] === undefined) : undefined;

const aboutOf = ({ personId, loanPersonId, loanIds = [], caseId, statementId, transactionId }: MessageAsked) => ({
  personId,
  loanPersonId: loanPersonId ?? personId,
  loanId: loanIds[0] ?? null,
  loanIds,
  caseId: caseId ?? null,
  statementId: statementId ?? null,
  transactionId: transactionId ?? null,
});

/** What a text may say of the message itself. The link to stop emails is added when one is sent. */
function messageValues({ channel, isTransactional }: MessageAsked, date: string, isFromCollector: boolean) {
  const hasOptOut = channel === 'text' && (isTransactional === false || isFromCollector);
  return { date, isTransactional: isTransactional ?? true, isFromCollector, optOutUrl: null, hasOptOut };
}

function messageOf(
  asked: MessageAsked,
  { language, templateVersionId }: ChosenTemplate,
  { subjectLine, text, html, sensitive }: RenderedMessage,
): PreparedMessage {
  const { interaction_id: _, ...way } = chosenWay(asked);
  const { documentIds, contentIds, maySensitive } = asked.attaching ?? noAttachments;
  return {
    ...way,
    personId: asked.personId,
    once_key: asked.onceKey ?? null,
    case_id: asked.caseId ?? null,
    statement_id: asked.statementId ?? null,
    document_ids: [...documentIds],
    content_ids: [...contentIds],
    may_attach_sensitive: maySensitive,
    language,
    template_version_id: templateVersionId,
    sendAt: asked.sendAt ?? null,
    sensitive,
    content: { subjectLine, text, html },
    previousInteractionId: asked.previousInteractionId ?? null,
    externalId: asked.externalId ?? null,
  };
}
