// Breaks as they are found and shown.

import { reportedAfterDays } from '@tenor/ach/reconcile/breaks.ts';
import { bankingDaysBetween } from '@tenor/ach/reconcile/expected.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { holdBankAccount } from '../accounts/account.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import type { BreakRow, BreakStepRow } from '../breaks/tables.ts';
import { breakKinds, breakStatuses } from '../breaks/words.ts';
import { MoneyBreak, MoneyBreakStep } from './schemas.ts';

export const breakList = defineList({
  table: 'payment_breaks',
  filters: {
    status: StringEnum(breakStatuses),
    kind: StringEnum(breakKinds),
    ownerId: Text({ max: 12 }),
    bankAccountId: Text({ max: 12 }),
  },
});

export const stepList = defineList({ table: 'money_break_steps', below: 'break_id' });

const breaks = (reader: Reader) => reader.db.selectFrom('payment_breaks').selectAll();

export const listBreaks = (reader: Reader, query: PageInput, now: Instant): Promise<Page<MoneyBreak>> =>
  breakList.page(reader, breaks(reader), query, { each: (row) => presentBreak(row, now) });

/** Errors: NotFound. */
export async function storedBreak(reader: Reader, id: string): Promise<BreakRow> {
  const row = await reader.row(breaks(reader).where('id', '=', id));
  if (row === undefined) throw notFound('break', id, 'moneyBreakId', 'This company');
  return row;
}

interface HeldBreak {
  readonly row: BreakRow;
  /** Null: a provider told it. */
  readonly account: BankAccountRow | null;
}

/** With its account, as a statement that is read holds it: in the same order, so that none waits for the other. */
export async function holdBreak(tx: Tx, id: string): Promise<HeldBreak> {
  const { bank_account_id } = await storedBreak(tx, id);
  const account = bank_account_id === null ? null : await holdBankAccount(tx, bank_account_id);
  const row = (await tx.row(breaks(tx).where('id', '=', id).forNoKeyUpdate())) as BreakRow;
  return { row, account };
}

/** Errors: NotFound. */
export async function listSteps(reader: Reader, query: PageInput, id: string): Promise<Page<MoneyBreakStep>> {
  const { id: below } = await storedBreak(reader, id);
  return stepList.page(reader, reader.db.selectFrom('money_break_steps').selectAll(), query, {
    below,
    each: presentStep,
  });
}

const presentStepOf = presenter<typeof MoneyBreakStep, BreakStepRow>(MoneyBreakStep);

const presentStep = (row: BreakStepRow): MoneyBreakStep =>
  presentStepOf(row, { moneyBreakId: row.break_id, did: row.did as MoneyBreakStep['did'] });

const present = presenter<typeof MoneyBreak, BreakRow>(MoneyBreak);

export function presentBreak(row: BreakRow, now: Instant): MoneyBreak {
  const since = row.since ?? dateInUtc(row.found_at);
  const age = ageOf(since, dateInUtc(row.resolved_at ?? now));
  const { proposed } = row;
  return present(row, {
    amount: row.amount_cents,
    since,
    ageBankingDays: age,
    isReported: age > reportedAfterDays,
    bankStatementId: row.statement_id,
    bankLineId: row.line_id,
    candidates: row.candidates ?? [],
    proposal: proposed && {
      by: proposed.by,
      reason: proposed.reason,
      reference: proposed.by === 'refund' ? proposed.reference : null,
      transactionId: proposed.by === 'payment' ? proposed.transactionId : null,
    },
  });
}

const ageOf = (since: CivilDate, until: CivilDate): number => (until <= since ? 0 : bankingDaysBetween(since, until));
