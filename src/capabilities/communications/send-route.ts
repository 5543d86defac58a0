// POST /communicator/send: a message to a borrower. What does not fit is refused by its field before a text is made; what
// may not go out now is not refused: it is held, or dropped, and its interaction says so.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { movingBy } from '#capabilities/cases/index.ts';
import type { Addressee } from '#capabilities/compliance/index.ts';
import { interactionCreated, readInteraction, showInteraction } from '#capabilities/interactions/index.ts';
import { findPersonId, holdEach, livingPerson, person, personNotFound } from '#capabilities/people/index.ts';
import { mustHaveWayToSend, sendingErrors } from '#capabilities/sending/index.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, type Problem, Refusal } from '#platform/errors.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import { type AheadTools, type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { communicationErrors } from './errors.ts';
import { sendingEvents } from './events.ts';
import { sendExample } from './examples.ts';
import { attachable } from './outgoing/attachments.ts';
import { type PreparedMessage, type SentMessage, sendToPerson } from './outgoing/send-to-person.ts';
import type { MessageAsked, Prepared } from './prepare/asked.ts';
import { contactNamed, loansNamed, problemsOfNames, tooLate } from './prepare/named.ts';
import { addresseesBefore, type Prepare } from './prepare/prepare.ts';
import { contextProblems } from './rules/context-size.ts';
import { codeProblems } from './rules/credentials.ts';
import { themeToBorrowers } from './rules/theme-to-borrowers.ts';
import { type MessageSend, MessageSend as MessageSendSchema, SentInteraction } from './schemas.ts';
import { isCarried } from './words.ts';

export const sendRoute = (prepare: Prepare): Endpoint =>
  endpoint({
    name: 'communicator.send',
    path: '/communicator/send',
    summary: 'Send a message to a borrower',
    description:
      'By email, text, voice, mail, on a page (`gui`), or as a PDF among the documents of the borrower (`document`). It is made from the template of subject and channel, in the language of the borrower; what the text asks for and is not there is empty. The rules of contact are asked now, and again when it goes out: 200 in every case, and `messageState` says whether it is queued, held until `sendAt`, or dropped. What becomes of it is read by GET /interactions/{interactionId}; PUT there with the status `canceled` takes back what has not gone out.',
    permission: 'communicator:send',
    body: MessageSendSchema,
    answer: SentInteraction,
    errors: [
      errors.NotFound,
      errors.DuplicateExternalId,
      sendingErrors.NoWayToSend,
      communicationErrors.NoTemplate,
      communicationErrors.NoContact,
      communicationErrors.MessageNotRendered,
      ...(person.refusesChange ?? []),
    ],
    emits: [interactionCreated],
    mayEmit: sendingEvents,
    example: { body: sendExample },
    ahead: (tools, { body }, caller) => makeReady(prepare, tools, body, caller),
    alongside: async (_tx, _input, _caller, ready) => ready,
    command: (ctx, tx, { body }, _subject, ready) => send(ctx, tx, body, ready),
  });

/** What is read before the command begins is what its caller may read. */
const readsAhead = ({ database, vault, clock }: AheadTools, caller: Caller): ReadContext => ({
  ...backgroundReads({ reader: database.reader(caller.realm), vault, clock }, caller),
  caller,
});

/** Errors: those of the endpoint. */
async function makeReady(
  prepare: Prepare,
  tools: AheadTools,
  sent: MessageSend,
  caller: Caller,
): Promise<PreparedMessage> {
  const { channel } = sent;
  if (isCarried(channel)) mustHaveWayToSend({ realm: caller.realm, settings: tools.settings }, channel);
  const ctx = readsAhead(tools, caller);
  const personId = await findPersonId(ctx.reader, sent.personId);
  if (personId === undefined) throw personNotFound(sent.personId);
  const { subject: owner } = await person.find(ctx.reader, personId, false);
  livingPerson({ id: personId, subject: owner }, sent.personId);
  themeToBorrowers(sent.subject, sent.theme);
  const addressees = await addresseesBefore(ctx, [personId]);
  const known = addressees.knownOf(personId) as Addressee;
  mustHaveNone(plainProblems(sent, caller, await ctx.now()));
  const contactId = contactNamed(ctx.vault, known, sent);
  const loanIds = loansNamed(known, sent);
  const attaching = await attachable(ctx, owner, { attachments: sent.attachments ?? [], channel });
  const asked: MessageAsked = { ...sent, personId, contactId, loanIds, attaching, origin: 'api' };
  const [prepared] = await prepare(ctx, [asked], addressees);
  return readyOrRefused(prepared as Prepared, sent);
}

/** Errors: NotFound, NoTemplate, NoContact, MessageNotRendered. */
function readyOrRefused(prepared: Prepared, { personId, subject, channel }: MessageSend): PreparedMessage {
  switch (prepared.kind) {
    case 'ready':
      return prepared.message;
    case 'noPerson':
      throw personNotFound(personId);
    case 'noTemplate':
      throw new Refusal(communicationErrors.NoTemplate, `There is no text for ${subject} by ${channel}.`, {
        data: { path: 'subject', expected: 'a subject with an active template for this channel' },
      });
    case 'noContact':
      throw new Refusal(communicationErrors.NoContact, `The borrower has no contact for ${subject} by ${channel}.`, {
        data: { path: 'contactId', expected: 'a contact that fits the channel, or another channel' },
      });
    case 'failed': {
      const { kind: _, ...why } = prepared;
      throw new Refusal(communicationErrors.MessageNotRendered, `The text of ${subject} was not made: ${why.message}`, {
        data: { path: 'context', ...why },
      });
    }
  }
}

function plainProblems(sent: MessageSend, { realm }: Caller, now: Instant): Problem[] {
  const { subject, sendAt, companyId, attachments, channel, isAutodialed, context } = sent;
  const problems: Problem[] = [...tooLate(sendAt, now), ...problemsOfNames(sent)];
  const wrong = (path: string, message: string, expected: string) => void problems.push({ path, message, expected });
  if (sendAt != null && sendAt < addSeconds(now, -leewaySeconds))
    wrong('sendAt', 'has passed', 'a moment to come, or null');
  if (companyId != null && companyId !== realm.companyId) wrong('companyId', 'is not your company', realm.companyId);
  if (attachments?.length && channel !== 'email' && channel !== 'mail') {
    wrong('attachments', `go with no message by ${channel}`, 'nothing, or the channel email or mail');
  }
  if (isAutodialed === true && channel !== 'text' && channel !== 'voice') {
    wrong('isAutodialed', `is nothing that can be said of ${channel}`, 'nothing, or the channel text or voice');
  }
  return [...problems, ...contextProblems(context ?? {}, 'context'), ...codeProblems(subject, context ?? {})];
}

/** The clock of a caller may be a little behind. */
const leewaySeconds = 300;

/** Errors: NotFound, PersonErased, DuplicateExternalId. */
async function send(
  ctx: CommandContext,
  tx: Tx,
  { caseId = null, interactionExternalId = null }: MessageSend,
  ready: PreparedMessage,
): Promise<SentInteraction> {
  const { realm, now, position, requestId, caller, vault } = ctx;
  const maker = { realm, now, position, requestId, actor: caller.actor, declared: sendingEvents };
  const message = { ...ready, case_id: caseId, externalId: interactionExternalId };
  let answer: SentInteraction | undefined;
  await holdEach(tx, maker, [{ person_id: ready.personId }], async ({ personId, held, emit }) => {
    const { subject: owner } = livingPerson(held, personId);
    const sent = await sendToPerson({ ...movingBy(ctx), emit }, tx, owner, message);
    const shown = showInteraction(vault, caller, { owner, row: sent.row });
    answer = { ...shown, ...(mayRead(caller) ? {} : { content: null }), ...becameOf(sent) };
  });
  return answer as SentInteraction;
}

/** The text greets by name and tells to whom it goes, which whoever may only send does not learn by it. */
const mayRead = ({ permissions }: Caller): boolean => permissions.has(readInteraction);

const becameOf = ({ message }: SentMessage) => ({
  messageState: message.state,
  sendAt: message.act_at,
  blockedBy: message.blocked_by,
});
