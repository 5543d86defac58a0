// The line of a path: a loan that is a line of credit. Draws are a part of it: they are changed under its version.
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { freeLoan, loan, loanOfToday } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { mustBeLine } from '../../core/loan/not-for.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { lineTermsOf, ownState } from '../../core/products/lines.ts';
import { stateOn } from '../../core/timeline/compute-state.ts';

const onlyLines = (subject: Subject<HeldLoan>): Subject<HeldLoan> => ({
  ...subject,
  refusesChange: [loanErrors.OnlyForLines],
  async find(...asked) {
    const found = await subject.find(...asked);
    mustBeLine(found.subject);
    return found;
  },
});

export const line = onlyLines(loan);
export const lineToRead = onlyLines(loanOfToday);

/** The same as `line`, without waiting: undefined while somebody else changes it. */
export async function freeLine(...asked: Parameters<typeof freeLoan>): ReturnType<typeof freeLoan> {
  const found = await freeLoan(...asked);
  if (found !== undefined) mustBeLine(found.subject);
  return found;
}

export interface LineBooks {
  readonly terms: LineTerms;
  readonly state: LineState;
}

/** The books as they are today; undefined for a line that has none yet. */
export async function booksToday(reader: Reader, held: HeldLoan, now: Instant): Promise<LineBooks | undefined> {
  const { row } = held;
  if (row.state === null) return undefined;
  const { state } = await stateOn(reader, held, Math.max(todayOf(row, now), row.state.through));
  return { terms: lineTermsOf(row), state: ownState(state) };
}

/** The line is written with each change of a draw that is not one of the books: its version guards both. */
export const touchLine = ({ now }: Pick<CommandContext, 'now'>, tx: Tx, { row }: HeldLoan): void =>
  writeLoan(tx, row, { ...row, updated_at: now });
