// Who accepts a settlement: whoever offered it, unless it gives up much; then a second person, by the rules that hold for
// money out. The two together are the agreement of the lender, so nothing else need be asked for or decided.

import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { unitsOf } from '@tenor/engine/values/decimal.ts';
import { mustBeAnother } from '#capabilities/access/index.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { SettlementRow } from './base/settlement.ts';

const acceptPermission = 'loan.settlement:accept';

/** In test mode clients try out with one key what two people do. */
const usual: Readonly<Record<Mode, { readonly leastShare: string; readonly forgivenAbove: Cents | null }>> = {
  live: { leastShare: '0.5', forgivenAbove: cents(500_000) },
  test: { leastShare: '0', forgivenAbove: null },
};

/** `owed`: when it is accepted. Errors: Forbidden, Unauthorized, SecondPersonNeeded, OrdererLostRight. */
export async function mustBeSecondIfMuch(ctx: CommandContext, tx: Tx, row: SettlementRow, owed: Cents, whole: Whole) {
  if (!(await givesUpMuch(tx, row.amount, owed))) return;
  const { offered_by_type: type, offered_by_id: id } = row;
  const first = { type, id, needs: 'loan.settlement:create', mayApprove: acceptPermission, path: 'settlementId' };
  await mustBeAnother(ctx, tx, first, whole);
}

async function givesUpMuch(reader: Reader, amount: number, owed: Cents): Promise<boolean> {
  const { settlementApprovals: rules } = await settingsOf(reader);
  const { leastShare, forgivenAbove } = usual[reader.realm.mode];
  const most = rules?.forgivenAbove ?? forgivenAbove;
  if (most !== null && owed - amount > most) return true;
  const least = unitsOf(rules?.leastShare ?? leastShare, scale);
  return BigInt(amount) * 10n ** BigInt(scale.places) < least * BigInt(owed);
}

const scale = { places: 12, digitsMax: 15 };
