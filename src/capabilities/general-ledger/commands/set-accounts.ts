// Says the accounts of the general ledger, from a day on. The first time it begins the ledger, with the first day of the
// books. Errors: InvalidRequest, NotFound (loan type), NoRoom.
import { isDeepStrictEqual } from 'node:util';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { companyToHold } from '#capabilities/access/index.ts';
import { firstCashPosting } from '#capabilities/bank-books/index.ts';
import { beginOfBooks } from '#capabilities/loans/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { type Chart, chartOn } from '../chart.ts';
import { mustBeWhole } from '../check-chart.ts';
import { closedThrough } from '../days.ts';
import { accountsUpdated } from '../events.ts';
import { chartsOf, lockedLedger } from '../ledger.ts';
import type { AccountsInput } from '../schemas.ts';
import type { GeneralLedgerRow } from '../tables.ts';

/** A company that changes them on more days than this does so by a program that went astray. */
const chartsMax = 200;

/** Called in the commit in which the ledger begins, with its first day. */
export type LedgerListener = (tx: Tx, begun: { readonly first: CivilDate; readonly zone: string }) => void;

interface Setting {
  readonly zone: string;
  readonly listeners: readonly LedgerListener[];
}

export async function setAccounts(
  ctx: CommandContext,
  tx: Tx,
  { validFrom: asked, accounts: sent }: AccountsInput,
  { zone, listeners }: Setting,
): Promise<CivilDate> {
  await tx.rows(companyToHold(tx));
  const row = await lockedLedger(tx);
  const validFrom =
    row === undefined ? await begin(ctx, tx, asked, { zone, listeners }) : mustBeOpen(row, asked ?? today(ctx, zone));
  const valid = chartOn(await chartsOf(tx, { from: validFrom, through: validFrom }), validFrom);
  const accounts = sent === undefined ? valid : await chartOf(tx, sent);
  mustBeWhole(accounts);
  if (row !== undefined && isDeepStrictEqual(accounts, valid)) return validFrom;
  await mustHaveRoom(tx, validFrom);
  const columns = { accounts: JSON.stringify(accounts), ...madeBy(ctx.caller.actor), created_at: ctx.now };
  tx.write(
    tx.db
      .insertInto('general_ledger_charts')
      .values({ valid_from: validFrom, ...columns })
      .onConflict((conflict) => conflict.columns(['company_id', 'valid_from']).doUpdateSet(columns)),
  );
  ctx.emit(accountsUpdated, ctx.realm.companyId, { validFrom });
  return validFrom;
}

const today = ({ now }: CommandContext, zone: string): CivilDate => dateInZone(now, zone);

async function chartOf(tx: Tx, sent: NonNullable<AccountsInput['accounts']>): Promise<Chart> {
  const named = sent.flatMap(({ sources }, i) =>
    sources.map(({ loanTypeId }, j) => [`accounts[${i}].sources[${j}].loanTypeId`, loanTypeId ?? null] as const),
  );
  const ids = new Map<string, string>();
  for (const [path, reference] of named) {
    if (reference === null || ids.has(reference)) continue;
    ids.set(reference, (await namedIn(path, findLoanType(tx, reference))).id);
  }
  return sent.map(({ code, name, type, sources }) => ({
    code,
    name,
    type,
    sources: sources.map(({ source, loanTypeId }) => ({
      source,
      loanTypeId: loanTypeId == null ? null : (ids.get(loanTypeId) as string),
    })),
  }));
}

/** The first day of the ledger. */
async function begin(
  ctx: CommandContext,
  tx: Tx,
  asked: CivilDate | null | undefined,
  { zone, listeners }: Setting,
): Promise<CivilDate> {
  // What was read before there were accounts says null, and may be sent back.
  if (asked != null) {
    throw refuseField(
      'validFrom',
      'cannot be sent with the first accounts: they are valid from the beginning',
      'no validFrom',
    );
  }
  const first = await firstDay(tx, today(ctx, zone), zone);
  tx.write(tx.db.insertInto('general_ledgers').values(closedThrough(addDays(first, -1), zone)));
  for (const begun of listeners) begun(tx, { first, zone });
  return first;
}

/** Nothing was posted before it. */
async function firstDay(reader: Reader, now: CivilDate, zone: string): Promise<CivilDate> {
  const begun = await Promise.all([beginOfBooks(reader), firstCashPosting(reader)]);
  const days = [now, ...begun.flatMap((at) => (at === undefined ? [] : [dateInZone(at, zone)]))];
  return days.reduce((first, day) => (day < first ? day : first));
}

function mustBeOpen({ closed_through }: GeneralLedgerRow, validFrom: CivilDate): CivilDate {
  if (validFrom > closed_through) return validFrom;
  throw refuseField('validFrom', 'is a closed day, which never changes', `${addDays(closed_through, 1)} or later`);
}

const mustHaveRoom = (tx: Tx, validFrom: CivilDate): Promise<void> =>
  mustHaveRoomFor(
    tx,
    tx.db.selectFrom('general_ledger_charts').select('valid_from').where('valid_from', '!=', validFrom),
    chartsMax,
    `The accounts have changed on ${chartsMax} days already.`,
  );
