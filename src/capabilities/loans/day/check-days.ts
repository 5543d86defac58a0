// Whether the days pass for all loans, for `tenor doctor`.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import { modes } from '#platform/db/realm.ts';
import {
  type Check,
  counted,
  type DatabasePatient,
  type Finding,
  orFine,
  rowsOf,
  wrong,
} from '#platform/doctor/check.ts';

const shownMax = 1_000;

/** What the workers could not do they note in their own memory and log: here it shows as loans that stay due. */
export const daysCheck: Check<DatabasePatient> = {
  name: 'days',
  async look(patient) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      const [row] = await rowsOf<{ n: number; first: string | null }>(
        patient,
        `select count(*)::integer as n, min(id) as first from (
          select loan.id from ${mode}.test_clocks as clock
          join ${mode}.loans as loan on loan.company_id = clock.company_id
            and next_action_at <= coalesce(now_at, $1::timestamptz) - interval '1 hour'
          where operation_id is null limit ${shownMax}) as late`,
        [instantOfMicros(BigInt(patient.clock.micros()))],
      );
      const { n, first } = row ?? { n: 0, first: null };
      if (n === 0) continue;
      const many = n === shownMax ? `${n} loans or more` : counted(n, 'loan');
      findings.push(
        wrong(
          `Something has been due for ${many} of ${mode} for more than an hour; one is ${first}.`,
          'Start the service or "tenor worker"; where one runs, its log names the loans that it could not bring to their day.',
        ),
      );
    }
    return orFine(findings, 'Every loan has been brought to its day.');
  },
};
