// Begins to verify a borrower: draws the questions, or sends a code.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import type { ContactsOf, OwnContact } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { start } from '#platform/states.ts';
import { codeHash, newCode, spoken } from '../codes/code.ts';
import { sendCode } from '../codes/send-code.ts';
import { verificationErrors } from '../errors.ts';
import { toldOf } from '../events.ts';
import { questions } from '../questions/bank.ts';
import { chosen } from '../questions/choose.ts';
import { knownOf } from '../questions/known.ts';
import { type Rules, rulesFor } from '../resources/verification-type.ts';
import { verificationStates } from '../states.ts';
import type { VerificationRow } from '../tables.ts';
import type { Verification, VerificationCreate } from './schemas.ts';
import { showVerification } from './verification.ts';
import { mustNotWait } from './wait.ts';

interface Asked extends VerificationCreate {
  readonly dryRun: boolean;
}

/**
 * Undefined for a dry run that finds nothing against it. Errors: NotFound, TooManyVerifications, VerificationNotPossible,
 * InvalidRequest, NoWayToSend.
 */
export async function startVerification(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  asked: Asked,
  contactsOf: ContactsOf,
): Promise<Verification | undefined> {
  const rules = await rulesFor(tx, asked.verificationTypeId);
  mustFitMethod(rules, asked);
  await mustNotWait(tx, owner.person_id, rules, ctx.now);
  const { questionIds, contact } = await proofFor(ctx, tx, owner, rules, asked, contactsOf);
  if (asked.dryRun) return undefined;
  const blank = newRow(ctx, owner, rules);
  const row = {
    ...blank,
    question_ids: questionIds,
    ...(contact && codeFor(ctx, tx, owner, blank, { rules, contact, channel: asked.channel })),
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('verifications').values(columns), redraw('verifications_pkey'));
  const { emits } = verificationStates.move(start, 'start');
  for (const kind of emits) ctx.emit(kind, row.person_id, toldOf(row));
  return showVerification(row, [], ctx.now);
}

/** Errors: InvalidRequest. */
function mustFitMethod({ method }: Rules, { contactId, channel }: Asked): void {
  const field = contactId != null ? 'contactId' : channel === undefined ? undefined : 'channel';
  if (method === 'code' || field === undefined) return;
  throw refuseField(field, 'is for the method code', 'nothing: this type verifies by questions');
}

interface Proof {
  readonly questionIds: string[];
  readonly contact: OwnContact | undefined;
}

async function proofFor(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  rules: Rules,
  { contactId }: Asked,
  contactsOf: ContactsOf,
): Promise<Proof> {
  if (rules.method === 'code') {
    const contacts = await contactsOf(tx, { vault: ctx.vault, personId: owner.person_id, now: ctx.now });
    return { questionIds: [], contact: contactFor(contacts, contactId) };
  }
  const known = await knownOf(ctx, tx, owner, contactsOf);
  const answerable = questions.filter((one) => one.known(known).length > 0);
  const drawn = chosen(answerable, { enabled: rules.enabled_question_ids, criteria: rules.criteria });
  return { questionIds: drawn.map(({ id }) => id), contact: undefined };
}

/** Whoever has changed a contact lately may be somebody else. Errors: InvalidRequest, VerificationNotPossible. */
function contactFor(contacts: readonly OwnContact[], named: string | null | undefined): OwnContact {
  const there = contacts.filter(({ wasThere }) => wasThere);
  const found = named == null ? there[0] : there.find(({ id }) => id === named);
  if (found !== undefined) return found;
  if (named == null) {
    throw new Refusal(
      verificationErrors.VerificationNotPossible,
      'The borrower has no email or phone that has been on file for ten days.',
      { data: { path: 'contactId', reason: 'noContact' } },
    );
  }
  throw refuseField(
    'contactId',
    'is no contact that reached the borrower ten days ago',
    'an email or phone of the borrower that has been there for ten days, or since the borrower was recorded',
  );
}

/** The columns of a code that is sent. Errors: InvalidRequest, NoWayToSend. */
function codeFor(
  ctx: CommandContext,
  tx: Tx,
  { comm_preferences: { language } }: PersonRow,
  row: VerificationRow,
  {
    rules,
    contact,
    channel,
  }: { readonly rules: Rules; readonly contact: OwnContact; readonly channel: Asked['channel'] },
) {
  const code = newCode();
  const { id: contactId, type, value: to } = contact;
  sendCode(ctx, tx, {
    personId: row.person_id,
    type,
    to,
    channel,
    say: (by) => wordsOfCode[language ?? 'en'](by === 'voice' ? spoken(code) : code),
    usableSeconds: rules.expiration_in_secs,
  });
  const code_hash = codeHash(ctx.vault, { purpose: 'verification', id: row.id, value: to }, code);
  return { contact_id: contactId, code_hash };
}

/** The text of `confirmationCode` says that the code is told to nobody; this one is told to whoever asks on the telephone. */
const wordsOfCode = {
  en: (code: string) => ({
    subjectLine: 'Your code',
    text: `Your code is ${code}. Tell it to us only if you are speaking with us right now. If you are not, do nothing, and tell it to nobody.`,
  }),
  es: (code: string) => ({
    subjectLine: 'Su código',
    text: `Su código es ${code}. Díganoslo solo si está hablando con nosotros en este momento. Si no, no haga nada y no se lo diga a nadie.`,
  }),
} as const;

function newRow(ctx: CommandContext, { person_id }: PersonRow, rules: Rules): VerificationRow {
  const { actor, session } = ctx.caller;
  return {
    person_id,
    id: newId('VE'),
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    verification_type_id: rules.id,
    method: rules.method,
    status: verificationStates.move(start, 'start').to,
    agent_user_id: actor.type === 'user' ? actor.id : null,
    session_id: session?.id ?? null,
    ...madeBy(actor),
    question_ids: [],
    contact_id: null,
    code_hash: null,
    max_attempts: rules.max_attempts_per_session,
    attempts_made: 0,
    unlocks: rules.unlocks,
    expires_at: addSeconds(ctx.now, rules.expiration_in_secs),
    counts_from: ctx.now,
    ended_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
}
