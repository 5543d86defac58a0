// One attempt: all answers at once, or the code. It is counted in the commit that answers it, and the borrower is held
// meanwhile: whoever is killed, or asks twice at once, has learned nothing that was not counted.
import type { PersonRow } from '#capabilities/people/index.ts';
import type { ContactsOf } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { isCode } from '../codes/code.ts';
import { toldOf } from '../events.ts';
import { questionsOf } from '../questions/bank.ts';
import { areRight, readAnswers } from '../questions/compare.ts';
import { knownOf } from '../questions/known.ts';
import { verificationEnded, verificationStates } from '../states.ts';
import type { AttemptRow, VerificationRow } from '../tables.ts';
import type { Verification, VerificationAttemptCreate } from './schemas.ts';
import { attemptsOf, findVerification, hasExpired, showVerification } from './verification.ts';
import { mustMayGuess } from './wait.ts';

/** Errors: NotFound, VerificationEnded, TooManyVerifications, InvalidRequest. */
export async function attemptVerification(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  id: string,
  given: VerificationAttemptCreate,
  contactsOf: ContactsOf,
): Promise<Verification> {
  const before = await findVerification(tx, owner.person_id, id);
  if (hasExpired(before, ctx.now)) throw verificationEnded(before.id, 'expired');
  verificationStates.mustAllow(before.status, 'answer', { id: before.id });
  await mustMayGuess(tx, owner.person_id, ctx.now);
  const isSuccess = await isProved(ctx, tx, owner, before, given, contactsOf);
  const row = after(ctx, before, isSuccess);
  write(tx, row);
  writeAttempt(ctx, tx, row, isSuccess);
  return showVerification(row, await attemptsOf(tx, row.person_id, [row.id]), ctx.now);
}

function after(ctx: CommandContext, before: VerificationRow, isSuccess: boolean): VerificationRow {
  const attempts_made = before.attempts_made + 1;
  const verb = isSuccess ? 'answer' : attempts_made < before.max_attempts ? 'answerWrongly' : 'useUp';
  const { to: status, emits } = verificationStates.move(before.status, verb);
  const hasEnded = verificationStates.isFinal(status);
  const row: VerificationRow = {
    ...before,
    status,
    attempts_made,
    ended_at: hasEnded ? ctx.now : null,
    // The wait for another one begins when it fails.
    counts_from: hasEnded && !isSuccess ? ctx.now : before.counts_from,
    updated_at: ctx.now,
  };
  for (const kind of emits) ctx.emit(kind, row.person_id, toldOf(row));
  return row;
}

/** Errors: InvalidRequest, for what cannot be read; that is no attempt. */
async function isProved(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  row: VerificationRow,
  { answers, code }: VerificationAttemptCreate,
  contactsOf: ContactsOf,
): Promise<boolean> {
  if (row.method === 'code') {
    if (answers !== undefined) throw refuseField('answers', 'are for the method questions', 'code');
    if (code == null) throw refuseField('code', 'is required', 'the code that was sent to the contact');
    const contacts = await contactsOf(tx, { vault: ctx.vault, personId: owner.person_id, now: ctx.now });
    const value = contacts.find(({ id }) => id === row.contact_id)?.value ?? '';
    const of = { purpose: 'verification', id: row.id, value } as const;
    return row.code_hash !== null && isCode(ctx.vault, of, code, row.code_hash);
  }
  if (code != null) throw refuseField('code', 'is for the method code', 'answers');
  if (answers === undefined) throw refuseField('answers', 'are required', 'an answer to each question');
  const answered = await readAnswers(questionsOf(row.question_ids), answers);
  return areRight(answered, await knownOf(ctx, tx, owner, contactsOf));
}

function write(tx: Tx, { person_id, id, status, attempts_made, ended_at, counts_from, updated_at }: VerificationRow) {
  tx.write(
    tx.db
      .updateTable('verifications')
      .set({ status, attempts_made, ended_at, counts_from, updated_at })
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

function writeAttempt(
  ctx: CommandContext,
  tx: Tx,
  { person_id, id: verification_id }: VerificationRow,
  is_success: boolean,
) {
  const row: Omit<AttemptRow, 'company_id'> = {
    person_id,
    id: newId('VA'),
    verification_id,
    position: ctx.position(),
    is_success,
    ...madeBy(ctx.caller.actor),
    created_at: ctx.now,
  };
  tx.write(tx.db.insertInto('verification_attempts').values(row), redraw('verification_attempts_pkey'));
}
