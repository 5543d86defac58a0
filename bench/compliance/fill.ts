// Borrowers as a collector has them: a phone, an address, a loan, and calls of the last year, which SQL writes.
import { liveApi } from '../loans/api.ts';
import { seedPeople } from '../seed.ts';
import { type Place, type RunningService, withDatabase } from '../service.ts';

const atOnce = 16;

const aPhone = (i: number) => ({
  contactType: 'phone',
  label: 'personal',
  affiliation: 'self',
  status: 'primary',
  value: `+1317555${String(i % 10_000).padStart(4, '0')}`,
});

const anAddress = {
  contactType: 'address',
  label: 'home',
  affiliation: 'self',
  status: 'primary',
  address: { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' },
};

export const aLoan = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 4800,
    interestRates: [{ rate: 0.1499 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  },
};

/** Returns their ids. */
export async function seedBorrowers(service: RunningService, count: number): Promise<string[]> {
  const ids = await seedPeople(service, count);
  const api = liveApi(service);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < ids.length) {
      const i = next++;
      const path = `/people/${ids[i]}`;
      await api.post(`${path}/contacts`, aPhone(i));
      await api.post(`${path}/contacts`, anAddress);
      await api.post(`${path}/loans`, aLoan);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ids;
}

/** So many calls to each, at noon, the last of them yesterday. */
export async function fillCalls(place: Place, each: number): Promise<void> {
  await withDatabase(place, async (client) => {
    await client.query(
      `insert into live.interactions (person_id, id, company_id, position, version, channel, direction, status, theme,
         contact_id, loan_ids, thread_id, started_at, connected, conversation, requested_by_borrower, is_external,
         sensitive, searchable, search_tokens, created_by_type, recorded_at, created_at)
       select p.person_id, made.id, p.company_id, p.position * 1000 + n, 1, 'voice', 'outbound', 'attempted', 'opsCollDebt',
         c.id, '{}', made.id, at, true, n % 10 = 0, false, true, false, false, '{}', 'apiKey', at, at
         from live.people p
         join live.contacts c on c.person_id = p.person_id and c.contact_type = 'phone'
         cross join generate_series(1, $1::integer) n
         cross join lateral (select 'IN-' || upper(substr(md5(p.person_id || n), 1, 4)) || '-'
           || upper(substr(md5(p.person_id || n), 5, 4)) as id,
           date_trunc('day', now()) - make_interval(hours => (n * 8760 / $1::integer)) - interval '8 hours' as at) made
       on conflict do nothing`,
      [each],
    );
    await client.query('vacuum analyze');
  });
}
