// A bank says that the numbers of an account are others. They change on the same instrument, so that what is planned with
// it goes on; those before are kept, sealed. The rule that numbers never change binds clients, not banks.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { keysOfPerson } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { opaqueToken } from '#platform/ids.ts';
import { simulatedBank } from '../bank-directory.ts';
import { instrumentUpdated, toldOfInstrument } from '../events.ts';
import { numberToken, openNumber, sealFormerNumbers, sealNumber } from '../instrument.ts';
import { checkAccountNumber, checkRoutingNumber } from '../rules/numbers.ts';
import { instrumentStates } from '../states.ts';
import { writeInstrument } from '../store-instrument.ts';
import type { InstrumentRow } from '../tables.ts';
import { type Changing, living, ownerOf } from './failing.ts';

type Correcting = Changing & Pick<CommandContext, 'realm' | 'vault'>;

export interface AccountNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: NonNullable<InstrumentRow['account_type']>;
}

interface Correction {
  readonly numbers: Partial<AccountNumbers>;
  readonly code: string | null;
  /** The instant at which the bank said it, by the bank's clock. */
  readonly at: Instant;
}

type Corrected =
  | { readonly is: 'changed'; readonly before: AccountNumbers; readonly after: AccountNumbers }
  /** It has these numbers, a newer correction, or is of no use any more. */
  | { readonly is: 'same' }
  | { readonly is: 'refused'; readonly why: string };

const same: Corrected = { is: 'same' };

/** Emits `payment.instrument.updated`. */
export async function correctAccount(
  ctx: Correcting,
  tx: Tx,
  personId: string,
  id: string,
  { numbers, code, at }: Correction,
): Promise<Corrected> {
  const row = await living(tx, personId, id);
  const keys = await keysOfPerson(tx, ctx, personId);
  if (row === undefined || keys === undefined || !isCorrectable(row, at)) return same;
  const sealed = await sealedNumber(tx, row);
  if (sealed === null || row.routing_number === null) return same;
  const before: AccountNumbers = {
    routingNumber: row.routing_number,
    accountNumber: openNumber(keys.sealer, id, sealed),
    accountType: row.account_type ?? 'checking',
  };
  const after = { ...before, ...numbers };
  const wrong = problemOf(after);
  if (wrong !== undefined) return { is: 'refused', why: wrong };
  const digits = { ...after, accountNumber: digitsOf(after.accountNumber) };
  if (isSame(before, digits)) {
    writeInstrument(tx, row, { corrected_at: at });
    return same;
  }
  const token = numberToken(keys.token, personId, 'bankAccount', digits.accountNumber);
  const other = await otherWith(tx, row, token);
  if (other !== undefined) return { is: 'refused', why: `the borrower has ${other} with this number already` };
  await keepFormer(tx, keys.sealer, row, before, { code, now: ctx.now });
  writeInstrument(tx, row, {
    ...changesTo(row, before, digits),
    number_sealed: sealNumber(keys.sealer, id, digits.accountNumber),
    number_token: token,
    corrected_at: at,
    updated_at: ctx.now,
  });
  const told = toldOfInstrument(await ownerOf(tx, personId), row);
  ctx.emit(instrumentUpdated, personId, { ...told, causedBy: 'notificationOfChange' });
  return { is: 'changed', before, after: digits };
}

const isCorrectable = (row: InstrumentRow, at: Instant): boolean =>
  row.instrument_type === 'bankAccount' &&
  !row.is_external &&
  !instrumentStates.isFinal(row.status) &&
  (row.corrected_at === null || row.corrected_at <= at);

/** Locked, so that two corrections at once come one after the other. */
async function sealedNumber(tx: Tx, { person_id, id }: InstrumentRow): Promise<Buffer | null> {
  const found = await tx.row(
    tx.db
      .selectFrom('payment_instruments')
      .select('number_sealed')
      .where('person_id', '=', person_id)
      .where('id', '=', id)
      .forNoKeyUpdate(),
  );
  return found?.number_sealed ?? null;
}

const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

function problemOf({ routingNumber, accountNumber }: AccountNumbers): string | undefined {
  const checks = [checkAccountNumber(accountNumber, { isExternal: false }), checkRoutingNumber(routingNumber)];
  const wrong = checks.find((check) => 'problem' in check);
  return wrong && 'problem' in wrong ? `the number ${wrong.problem}` : undefined;
}

const isSame = (a: AccountNumbers, b: AccountNumbers): boolean =>
  a.routingNumber === b.routingNumber && a.accountNumber === b.accountNumber && a.accountType === b.accountType;

/**
 * Another instrument of the borrower with the number: one in use, or one that a return has stopped, past which no
 * correction may lead.
 */
async function otherWith(tx: Tx, { person_id, id }: InstrumentRow, token: string): Promise<string | undefined> {
  const rows = await tx.rows(
    tx.db
      .selectFrom('payment_instruments')
      .select(['id', 'status', 'failure', 'debits_blocked_at'])
      .where('person_id', '=', person_id)
      .where('instrument_type', '=', 'bankAccount')
      .where('number_token', '=', token)
      .where('id', '!=', id),
  );
  const isStopped = (row: (typeof rows)[number]) => row.failure !== null || row.debits_blocked_at !== null;
  return rows.find((row) => !instrumentStates.isFinal(row.status) || isStopped(row))?.id;
}

/** The name of the bank is that of the number before; only the list of the operator would know the new one. */
function changesTo(row: InstrumentRow, before: AccountNumbers, after: AccountNumbers): Partial<InstrumentRow> {
  const isOtherBank = before.routingNumber !== after.routingNumber;
  const hasMoved = isOtherBank && row.failure?.reason === 'bankChanged';
  return {
    routing_number: after.routingNumber,
    account_type: after.accountType,
    last_four: after.accountNumber.slice(-4),
    ...(before.accountNumber === after.accountNumber ? {} : { number_mask: opaqueToken() }),
    ...(isOtherBank ? { institution_name: simulatedBank(after.routingNumber)?.name ?? null } : {}),
    ...(hasMoved ? { failure: null } : {}),
  };
}

async function keepFormer(
  tx: Tx,
  sealer: Sealer,
  { person_id, id }: InstrumentRow,
  before: AccountNumbers,
  { code, now }: { readonly code: string | null; readonly now: Instant },
): Promise<void> {
  const last = await tx.row(
    tx.db
      .selectFrom('former_numbers')
      .select((eb) => eb.fn.max('number').as('number'))
      .where('person_id', '=', person_id)
      .where('instrument_id', '=', id),
  );
  const number = (last?.number ?? 0) + 1;
  const numbers_sealed = sealFormerNumbers(sealer, id, number, JSON.stringify(before));
  const row = { person_id, instrument_id: id, number, numbers_sealed, code, replaced_at: now };
  tx.write(tx.db.insertInto('former_numbers').values(row));
}
