// A line of credit. Nothing makes one over HTTP yet: the row of a loan is copied and called a line by hand. Nothing but
// its cards may be asked about it, so it is the only loan of its borrower, and no event names it.
import { newId } from '#platform/ids.ts';
import { aPerson, type Client, type House } from './house.ts';

export interface LineMade {
  readonly personId: string;
  readonly loanId: string;
  /** The path of its cards. */
  readonly cards: string;
}

export async function aLine(house: House, api: Client): Promise<LineMade> {
  const [{ id: personId }, { id: lender }] = [
    await api.made('/people', aPerson()),
    await api.made('/people', aPerson()),
  ];
  const { id: copied } = await api.made(`/people/${lender}/loans`, {
    loanTypeId: 'ext-installment',
    status: 'pending',
  });
  const loanId = newId('LN');
  await house.service.database.pools[api.realm.mode].query(
    `insert into loans select (jsonb_populate_record(l, jsonb_build_object('person_id', $1::text, 'id', $2::text,
       'next_action_at', null, 'at_origination', l.at_origination || '{"product": "line"}'))).*
     from loans l where person_id = $3 and id = $4`,
    [personId, loanId, lender, copied],
  );
  return { personId, loanId, cards: `/people/${personId}/loans/${loanId}/cards` };
}
