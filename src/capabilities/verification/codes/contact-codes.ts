// Codes that are sent to contacts, or to what is to become one. What is sent and what is tried is bounded, so that nobody is
// flooded with codes and nobody guesses one. The caller has locked the borrower.
import { addSeconds, type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import type { Channel } from '#capabilities/sending/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { contactCodes } from '../tables.ts';
import { codeSeconds } from '../words.ts';
import { codeHash, isCode } from './code.ts';
import { sendCode } from './send-code.ts';
import type { WrittenCode } from './write-code.ts';

const day = 24 * 3_600;
const triesMax = 5;

/** How many codes go to one contact while the first of them lives, and to all contacts of a borrower in a day. */
const mostOf = { contact: 3, borrower: 10 } as const;

interface Confirmed {
  readonly personId: string;
  /** Null: it is no contact yet. */
  readonly contactId: string | null;
  readonly type: 'email' | 'phone';
  /** In the form in which contacts are stored. */
  readonly value: string;
}

export interface ToSend {
  readonly channel: Channel | undefined;
  readonly written: WrittenCode;
}

/** Errors: InvalidRequest, NoWayToSend, TooManyRequests. */
export async function sendContactCode(
  ctx: CommandContext,
  tx: Tx,
  { personId, contactId, type, value }: Confirmed,
  { channel, written: { code, words } }: ToSend,
): Promise<void> {
  await mustNotWait(tx, { personId, contactId }, ctx.now);
  sendCode(ctx, tx, {
    personId,
    type,
    to: value,
    channel,
    // It was written for each channel by which it may go.
    say: (by) => words.get(by) ?? { subjectLine: null, text: '' },
    usableSeconds: codeSeconds,
  });
  const id = newId('CO');
  const row = {
    person_id: personId,
    id,
    contact_id: contactId,
    code_hash: codeHash(ctx.vault, { purpose: 'contact', id, value }, code),
    tries_left: triesMax,
    created_at: ctx.now,
    expires_at: addSeconds(ctx.now, codeSeconds),
    used_at: null,
  };
  tx.write(tx.db.insertInto('contact_codes').values(row), redraw('contact_codes_pkey'));
}

/** Codes that were sent there and may still be entered. */
export async function openCodes(tx: Tx, { personId, contactId }: WhoseCodes, now: Instant) {
  const rows = await tx.rows(codesOf(tx, personId).where('used_at', 'is', null));
  return rows.filter((one) => one.contact_id === contactId && one.expires_at > now);
}

/** The right one uses up all of them, a wrong one takes a try of each. Errors: InvalidRequest, at this path. */
export async function takeContactCode(
  ctx: CommandContext,
  tx: Tx,
  { personId, contactId, value }: Confirmed,
  given: { readonly code: string; readonly path: string },
): Promise<void> {
  const open = await openCodes(tx, { personId, contactId }, ctx.now);
  const isRight = open
    .filter(({ tries_left }) => tries_left > 0)
    .map(({ id, code_hash }) => isCode(ctx.vault, { purpose: 'contact', id, value }, given.code, code_hash))
    .some(Boolean);
  const all = tx.db
    .updateTable('contact_codes')
    .where('person_id', '=', personId)
    .where('contact_id', contactId === null ? 'is' : '=', contactId)
    .where('used_at', 'is', null);
  if (isRight) {
    tx.write(all.set({ used_at: ctx.now }));
    return;
  }
  tx.write(all.set((eb) => ({ tries_left: eb('tries_left', '-', 1) })).where('tries_left', '>', 0));
  throw wrongCode(given.path);
}

/** The try that it took stays taken. */
function wrongCode(path: string): Refusal {
  const [message, expected] = ['is wrong, or has ended', 'the code that was sent, within ten minutes'];
  return new Refusal(errors.InvalidRequest, `${path}: ${message}`, {
    data: { path, message, expected },
    keepsWrites: true,
  });
}

type WhoseCodes = Pick<Confirmed, 'personId' | 'contactId'>;

const codesOf = (tx: Tx, personId: string) =>
  tx.db.selectFrom('contact_codes').select(contactCodes.all).where('person_id', '=', personId).orderBy('created_at');

/** Codes of earlier days count no more, and go. Errors: TooManyRequests. */
async function mustNotWait(tx: Tx, { personId, contactId }: WhoseCodes, now: Instant): Promise<void> {
  const since = addSeconds(now, -day);
  tx.write(tx.db.deleteFrom('contact_codes').where('person_id', '=', personId).where('created_at', '<=', since));
  const sent = await tx.rows(codesOf(tx, personId));
  const here = sent.filter((one) => one.contact_id === contactId && one.expires_at > now);
  const seconds = Math.max(
    secondsUntil(sent.at(-mostOf.borrower), day, now),
    secondsUntil(here.at(-mostOf.contact), codeSeconds, now),
  );
  if (seconds <= 0) return;
  const message = `Too many codes were sent. The next one is possible in ${seconds} seconds.`;
  throw new Refusal(errors.TooManyRequests, message, {
    data: { retryAfterSeconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });
}

const secondsUntil = (sent: { readonly created_at: Instant } | undefined, after: number, now: Instant): number =>
  sent === undefined ? 0 : Math.ceil(secondsOfInstant(addSeconds(sent.created_at, after)) - secondsOfInstant(now));
