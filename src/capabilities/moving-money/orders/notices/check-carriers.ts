// A check for `tenor doctor` whether those who move money answer, and whether what they tell is understood.
import { lateFinding, workInVain } from '#platform/doctor/backlog.ts';
import {
  checkOfModes,
  counted,
  type Finding,
  type InspectedDatabase,
  rowsOf,
  warning,
  wrong,
} from '#platform/doctor/check.ts';
import { noticeRows } from './notice-rows.ts';

interface Work {
  readonly provider_id: string;
  readonly failures: number;
  readonly last_failure: string | null;
}

interface Notices {
  readonly carrier_id: string;
  readonly since: string | null;
  readonly unreadable: number;
}

/** It has not answered for some minutes. */
export const failuresMax = 3;

export const carriersCheck = checkOfModes(
  'payment providers',
  'Every payment provider answers, and what they have told is understood.',
  async (inspected, mode) => {
    const failing = await rowsOf<Work>(
      inspected,
      `select provider_id, failures, last_failure from ${mode}.payment_provider_work where failures > 0 or last_failure is not null
    order by provider_id limit 20`,
    );
    const untaken = await rowsOf<Notices>(
      inspected,
      `select carrier_id, min(due_at) as since, (count(*) filter (where state = 'unreadable'))::integer as unreadable
    from ${mode}.payment_notices where state <> 'taken' group by carrier_id order by carrier_id limit 20`,
    );
    return [
      ...failing.map((work) => notReached(mode, work)),
      ...untaken.flatMap((one) => waiting(inspected, mode, one)),
      ...(await workInVain(noticeRows, inspected, mode, (count) => notTaken(mode, count))),
      ...(await unseenCards(inspected, mode)),
    ];
  },
);

/** Cards that wait for a look that their provider does not take. */
async function unseenCards(inspected: InspectedDatabase, mode: string): Promise<Finding[]> {
  const rows = await rowsOf<{ id: string; cards: number }>(
    inspected,
    `select provider.id, count(*)::integer as cards
    from ${mode}.payment_providers provider
    join ${mode}.payment_instruments card on card.company_id = provider.company_id
      and card.instrument_type = 'card' and not card.is_external and card.status = 'pending' and card.deleted_at is null
    where provider.instrument_type = 'card' and provider.replaced_at is null and provider.deleted_at is null
      and provider.kind = 'http' and not provider.settings -> 'deeds' ? 'verify'
    group by provider.id order by provider.id limit 20`,
  );
  return rows.map(({ id, cards }) => {
    const says = `${counted(cards, 'card')} of ${mode} waits pending: the payment provider ${id} looks at none.`;
    const remedy =
      'Let the bridge take the deed `verify`, and name it among the `deeds` of the provider; a PUT makes those active that were made before.';
    return warning(says, remedy);
  });
}

function notReached(mode: string, { provider_id, failures, last_failure }: Work): Finding {
  if (failures === 0) {
    const left = `Of the files that the bank ${provider_id} of ${mode} has left, one cannot be fetched: ${last_failure}`;
    return warning(
      left,
      'Look at the folder of the bank. All other files are read, and this one is tried each minute.',
    );
  }
  const says = `The payment provider ${provider_id} of ${mode} has failed ${failures} times in a row: ${last_failure}`;
  const remedy =
    'Look at the bridge and at its secret; PUT /companies/current/payment-providers sets both. Orders wait, and none is lost.';
  return failures < failuresMax ? warning(says, remedy) : wrong(says, remedy);
}

const notTaken = (mode: string, count: number): Finding =>
  wrong(
    `${counted(count, 'message')} of payment providers of ${mode} could not be taken, again and again.`,
    'The log of the workers says of each why ("a notice of a provider could not be taken"). Each is tried again, at least once an hour.',
  );

function waiting(inspected: InspectedDatabase, mode: string, { carrier_id, since, unreadable }: Notices): Finding[] {
  const late = since === null ? null : Number(since);
  const findings = lateFinding(inspected, late, `Notices of the payment provider ${carrier_id} of ${mode} have waited`);
  if (unreadable === 0) return findings;
  const says = `${counted(unreadable, 'message')} of the payment provider ${carrier_id} of ${mode} cannot be understood.`;
  const remedy = 'The provider does not send what docs/payment-providers.md asks for: let it send them again, mended.';
  return [...findings, warning(says, remedy)];
}
