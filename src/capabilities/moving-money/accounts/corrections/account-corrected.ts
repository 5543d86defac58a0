// A notification of change, whoever has told it: the numbers of the account change where the instrument is, and what is
// known of the account under its number goes along. What cannot be right is for a person.
import { changeOf } from '@tenor/ach/read/change-codes.ts';
import { recordBreak } from '#capabilities/bank-books/index.ts';
import { type AccountNumbers, correctAccount } from '#capabilities/instruments/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { moveCounted } from '../../orders/approvals/payout.ts';
import type { OrderReport, Taking } from '../../orders/attempts/taker.ts';
import { moveAccount } from '../../orders/consent/move-account.ts';
import { moveTriedAccount } from '../trial-deposits/move-account.ts';

interface HeldAccount {
  readonly holderId: string;
  readonly instrumentId: string;
}

/** Emits `payment.instrument.updated`. */
export async function followCorrection(
  work: Taking,
  tx: Tx,
  account: HeldAccount,
  outcome: OrderReport,
): Promise<void> {
  const { code, corrected, at } = outcome;
  if (code === null || corrected === null) return;
  const { does, corrected: values, problem } = changeOf(code, corrected);
  if (does === 'keep') return;
  const numbers = numbersIn(values);
  if (does === 'person' || numbers === undefined) {
    return needsPerson(work, tx, outcome, problem ?? 'it corrects what only a person can');
  }
  const { holderId, instrumentId } = account;
  const became = await correctAccount(work, tx, holderId, instrumentId, { numbers, code, at });
  if (became.is === 'refused') return needsPerson(work, tx, outcome, became.why);
  if (became.is === 'same') return;
  const { before, after } = became;
  await moveAccount(work.vault, tx, { personId: holderId, before: before.accountNumber, after: after.accountNumber });
  moveTriedAccount(work, tx, account, after);
  moveCounted(work, tx, { personId: holderId, instrumentId }, after.accountNumber);
}

type Values = ReturnType<typeof changeOf>['corrected'];

/** Undefined: it is the account of no borrower. */
function numbersIn({ routingNumber, accountNumber, transactionCode }: Values): Partial<AccountNumbers> | undefined {
  const accountType = transactionCode === undefined ? undefined : typeOf[transactionCode[0] as string];
  if (transactionCode !== undefined && accountType === undefined) return undefined;
  return {
    ...(routingNumber === undefined ? {} : { routingNumber }),
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(accountType === undefined ? {} : { accountType }),
  };
}

/** By its first digit; others are of ledgers and loans. */
const typeOf: Readonly<Record<string, AccountNumbers['accountType']>> = { 2: 'checking', 3: 'savings' };

function needsPerson(work: Taking, tx: Tx, { personId, attemptId, subject, code }: OrderReport, why: string): void {
  const detail = `The notification ${code} of ${subject.id} corrects nothing: ${why}.`;
  recordBreak(tx, work, { kind: 'changeOpen', detail }, { personId, attemptId });
}
