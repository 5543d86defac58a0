import type { Reader } from '#platform/db/realm-database.ts';

/** How many loans that are not over have a plan of autopay that is active. */
export async function loansOnAutopay(reader: Reader): Promise<number> {
  const counted = reader.db
    .selectFrom('loans')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', 'in', ['active', 'frozen', 'accelerated'])
    .where('autopay_plan_id', 'is not', null);
  return (await reader.row(counted))?.count ?? 0;
}
