// The one way in which tests begin a loan: for a new borrower, activated at its start.
import assert from 'node:assert/strict';
import { type Answer, aPerson, type Client } from './house.ts';
import { setClock } from './test-clock.ts';

export type Shown = Answer['body'];

export interface BegunLoan {
  readonly api: Client;
  readonly personId: string;
  readonly id: string;
  /** `/people/{personId}/loans/{loanId}`. */
  readonly path: string;
  read(what?: string): Promise<Shown>;
}

interface Beginning {
  /** The instant to which the clock of the realm is set before anything is made. */
  readonly start: string;
  /** The body of a new loan type; without it the loan has the type `ext-installment`. */
  readonly type?: object | undefined;
  readonly agreed: object;
  readonly activate?: boolean;
}

export async function beginLoan(api: Client, { start, type, agreed, activate = true }: Beginning): Promise<BegunLoan> {
  await setClock(api, start);
  const loanTypeId = type === undefined ? 'ext-installment' : (await api.made('/loan-types', type)).id;
  const { id: personId } = await api.made('/people', aPerson());
  const body = { loanTypeId, status: 'originated', atOrigination: agreed };
  const { id } = await api.made(`/people/${personId}/loans`, body);
  const path = `/people/${personId}/loans/${id}`;
  if (activate) await api.made(`${path}/activate`, {});
  const read = async (what = ''): Promise<Shown> => {
    const answer = await api.get(`${path}${what}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  return { api, personId, id, path, read };
}
