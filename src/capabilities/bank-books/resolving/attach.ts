// Attaches a line of the bank to what it is of. Nothing is given up: the two must be the same amount, but for what a
// provider has kept as its fee.
import { addCents, type Cents, formatCents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf, Refusal } from '#platform/errors.ts';
import { providersOf } from '../accounts/account.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import { breakErrors } from '../breaks/errors.ts';
import { breakStates } from '../breaks/states.ts';
import { moveBreak } from '../breaks/write-break.ts';
import { writePostings } from '../cash-book/post.ts';
import { matchedLine } from '../reconciliation/line-postings.ts';
import { closeItems, markLines, posted, sharesOf } from '../reconciliation/write-matches.ts';
import type { BankItemRow } from '../statements/tables.ts';
import { shrinkGroups } from './groups.ts';
import type { MoneyBreak, MoneyBreakAttach } from './schemas.ts';
import { holdBreak, presentBreak } from './shown.ts';
import { stillExpected, unknownLineOf } from './what-it-is-of.ts';

/** Errors: NotFound, InvalidRequest, BreakStatusForbids, BreakNotOfThatKind, BreakHasChanged. */
export async function attachBreak(
  ctx: CommandContext,
  tx: Tx,
  id: string,
  { expectedItemIds = [], groups = [], feeAmount = zeroCents, note = null }: MoneyBreakAttach,
): Promise<MoneyBreak> {
  const { row, account } = await holdBreak(tx, id);
  breakStates.mustAllow(row.status, 'attach', { id });
  const held = await unknownLineOf(ctx.vault, tx, row);
  const own = mustHaveAccount(account, id);
  const ids = expectedItemIds.filter((one) => /^[0-9a-f-]{36}$/.test(one));
  const items = await stillExpected(tx, own.id, { ids, groups });
  mustHaveNone([
    ...notThere(items, expectedItemIds, groups),
    ...feeProblems(own, feeAmount),
    ...sumProblems(items, held.line.amount, feeAmount),
  ]);
  const work = { ...ctx, actor: ctx.caller.actor };
  const [main] = (await providersOf(tx, own.id)) as [string];
  const entries = matchedLine(main, { amount: held.line.amount, wasUnknown: true }, sharesOf(items));
  markLines(tx, [held.id], 'person');
  closeItems(tx, [{ line: held, items }]);
  const done = moveBreak(work, tx, row, 'attach', { by: 'attached', note });
  await shrinkGroups(work, tx, own.id, items);
  writePostings(tx, posted(work, held, entries));
  return presentBreak(done, ctx.now);
}

export function mustHaveAccount(account: BankAccountRow | null, id: string): BankAccountRow {
  if (account !== null) return account;
  throw new Refusal(breakErrors.BreakNotOfThatKind, `The break ${id} is of no account at a bank.`, {
    data: { path: 'moneyBreakId', expected: 'a break with a bankAccountId' },
  });
}

function notThere(items: readonly BankItemRow[], ids: readonly string[], groups: readonly string[]): Problem[] {
  const expected = 'what GET …/bank-accounts/{bankAccountId}/expected lists';
  const there = new Set(items.flatMap((item) => [item.id, item.group_name]));
  const missing = (path: string, names: readonly string[]): Problem[] =>
    names.flatMap((name, i) =>
      problemIf(!there.has(name), `${path}[${i}]`, 'is not expected at this account', expected),
    );
  return [...missing('expectedItemIds', ids), ...missing('groups', groups)].slice(0, 20);
}

function feeProblems({ fee_max_cents: max }: BankAccountRow, fee: Cents): Problem[] {
  if (fee >= 0 && fee <= max) return [];
  return [{ path: 'feeAmount', message: 'is no fee of this account', expected: `0 to ${formatCents(max)}` }];
}

function sumProblems(items: readonly BankItemRow[], amount: Cents, fee: Cents): Problem[] {
  const sum = items.reduce<Cents>((all, { amount_cents }) => addCents(all, amount_cents), zeroCents);
  if (items.length > 0 && sum === addCents(amount, fee)) return [];
  const expected = `items that are ${formatCents(addCents(amount, fee))} together`;
  return [{ path: 'expectedItemIds', message: `are ${formatCents(sum)} together with groups`, expected }];
}
