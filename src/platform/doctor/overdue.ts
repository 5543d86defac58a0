// Whether what comes due by itself is done, for rows that are declared as due.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import { modes } from '../db/realm.ts';
import { type DueRows, overdueAfterSeconds } from '../work/due-rows.ts';
import { type Check, counted, type Finding, type InspectedDatabase, orFine, rowsOf, wrong } from './check.ts';

const shownMax = 1_000;

/** What the workers could not do they note in their own memory and log: here it shows as rows that stay due. */
export const overdueCheck = (name: string, due: DueRows): Check<InspectedDatabase> => ({
  name,
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) findings.push(...(await overdue(inspected, mode, due)));
    return orFine(findings, `Every ${due.subject} has been brought to its day.`);
  },
});

async function overdue(
  inspected: InspectedDatabase,
  mode: string,
  { table, column, id = 'id', subject }: DueRows,
): Promise<Finding[]> {
  // Two statements: a company's clock does not lie with its borrowers.
  const clocks = await rowsOf<{ company_id: string; now_at: string }>(
    inspected,
    `select company_id, coalesce(now_at, $1::timestamptz)::text as now_at
     from ${mode}.test_clocks where operation_id is null`,
    [instantOfMicros(BigInt(inspected.clock.micros()))],
  );
  const [row] = await rowsOf<{ n: number; first: string | null }>(
    inspected,
    `select count(*)::integer as n, min(id) as first from (
      select due.${id} as id from unnest($1::text[], $2::timestamptz[]) as clock(of_company, now_at)
      join ${mode}.${table} as due on due.company_id = clock.of_company
        and ${column} <= clock.now_at - interval '${overdueAfterSeconds} seconds'
      limit ${shownMax}) as late`,
    [clocks.map(({ company_id }) => company_id), clocks.map(({ now_at }) => now_at)],
  );
  const { n, first } = row ?? { n: 0, first: null };
  if (n === 0) return [];
  const many = n === shownMax ? `${n} ${subject}s or more` : counted(n, subject);
  return [
    wrong(
      `Something has been due for ${many} of ${mode} for more than an hour; one is ${first}.`,
      `Start the service or "tenor worker"; where one runs, its log names the ${subject}s that it could not bring to their day.`,
    ),
  ];
}
