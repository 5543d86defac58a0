// A check for `tenor doctor` of payments: whether they are stopped, of which nobody knows, and what two books say
// differently.
import { checkOfModes, counted, type Finding, rowsOf, warning, wrong } from '#platform/doctor/check.ts';
import { alarmAsked, warnAsked } from './asked.ts';

interface Counted {
  readonly stopped: number;
  readonly why: string | null;
  readonly lost: number;
  readonly lostLong: number;
  readonly breaks: number;
}

export const paymentsCheck = checkOfModes(
  'payments',
  'Payments are sent, each has an answer, and no break is open.',
  async (inspected, mode) => {
    const [row] = await rowsOf<Counted>(
      inspected,
      `select count(*) filter (where stopped_at is not null)::integer as stopped, max(reason) as why,
      (select count(*) from ${mode}.payment_attempts where state = 'unknown'
        and asked between ${warnAsked} and ${alarmAsked - 1})::integer as lost,
      (select count(*) from ${mode}.payment_attempts where state = 'unknown' and asked >= ${alarmAsked})::integer as "lostLong",
      (select count(*) from ${mode}.payment_breaks where resolved_at is null)::integer as breaks
    from ${mode}.money_switches`,
      [],
    );
    return row === undefined ? [] : findingsOf(mode, row);
  },
);

function findingsOf(mode: string, { stopped, why, lost, lostLong, breaks }: Counted): Finding[] {
  const found: Finding[] = [];
  if (stopped > 0) {
    const says = `Payments of ${counted(stopped, 'company').replace('companys', 'companies')} in ${mode} mode are stopped (${why}).`;
    found.push(warning(says, 'Orders wait. `tenor payments resume` sends them.'));
  }
  if (lost > 0) {
    const says = `Of ${counted(lost, 'payment order')} in ${mode} mode nobody knows for a quarter of an hour whether it arrived.`;
    found.push(warning(says, 'It is asked for every hour. Look for it with the provider, by its key.'));
  }
  if (lostLong > 0) {
    const says = `Of ${counted(lostLong, 'payment order')} in ${mode} mode nobody knows for four hours whether it arrived.`;
    found.push(
      wrong(says, 'Look for it with the provider, by its key, and say what you found: `tenor payments resolve`.'),
    );
  }
  if (breaks > 0) {
    const says = `${counted(breaks, 'break')} of payments in ${mode} mode is open: a provider tells something else than we know.`;
    found.push(wrong(says, 'The table payment_breaks and the log say which; nothing of it was applied.'));
  }
  return found;
}
