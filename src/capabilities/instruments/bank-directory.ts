// Which bank a routing number belongs to: by the list that the operator has loaded, which is the same for all companies
// and nobody's. In test mode the simulated banks are there as well.
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';

export interface Bank {
  readonly routingNumber: string;
  readonly name: string;
  /** The bank uses this number now. */
  readonly newRoutingNumber: string | null;
}

/** Null: no list was loaded. Undefined: it is not on the list. */
export type FoundBank = Bank | null | undefined;

/** `110000000`, `110000013`, … `110000097`: nine digits with the checksum, and of no bank. */
const simulatedBanks: ReadonlyMap<string, Bank> = new Map(
  ['000', '013', '026', '039', '042', '055', '068', '071', '084', '097'].map((end, number) => {
    const routingNumber = `110000${end}`;
    return [routingNumber, { routingNumber, name: `Simulated Bank ${number}`, newRoutingNumber: null }];
  }),
);

/** Banks of the simulator belong to nobody, and may be known anywhere. */
export const simulatedBank = (routingNumber: string): Bank | undefined => simulatedBanks.get(routingNumber);

/** Outside of any command: the list is no company's, so the handle of a company does not show it. */
export async function findBank(database: RealmDatabase, { mode }: Realm, routingNumber: string): Promise<FoundBank> {
  const simulated = mode === 'test' ? simulatedBanks.get(routingNumber) : undefined;
  if (simulated !== undefined) return simulated;
  const { db, rows } = database.unscoped(mode);
  const banks = db
    .selectFrom('routing_numbers')
    .select(['routing_number as routingNumber', 'name', 'new_routing_number as newRoutingNumber']);
  const [bank] = await rows(banks.where('routing_number', '=', routingNumber));
  if (bank !== undefined) return bank;
  const [any] = await rows(banks.limit(1));
  return any === undefined ? null : undefined;
}

const batch = 1_000;

/** The list replaces the one before, in one commit. */
export async function replaceBanks(
  database: RealmDatabase,
  mode: Realm['mode'],
  banks: readonly Bank[],
): Promise<void> {
  await database.unscoped(mode).transact(async (tx) => {
    tx.write(tx.db.deleteFrom('routing_numbers'));
    for (let start = 0; start < banks.length; start += batch) {
      const rows = banks.slice(start, start + batch).map(({ routingNumber, name, newRoutingNumber }) => ({
        routing_number: routingNumber,
        name,
        new_routing_number: newRoutingNumber,
      }));
      tx.write(tx.db.insertInto('routing_numbers').values(rows));
    }
  });
}
