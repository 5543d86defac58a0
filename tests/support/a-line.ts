// A line of credit with its borrower.
import { aPerson, type Client } from './house.ts';

export interface LineMade {
  readonly personId: string;
  readonly loanId: string;
  readonly path: string;
  /** The path of its cards. */
  readonly cards: string;
}

interface LineOptions {
  readonly activate?: boolean;
  /** A new borrower, if nobody is named. */
  readonly personId?: string | undefined;
  readonly [name: string]: unknown;
}

/** `more` is agreed, `body` is said besides. It is active, unless that is said otherwise. */
export async function aLine(
  api: Client,
  more: object = {},
  { activate = true, personId: whose, ...body }: LineOptions = {},
): Promise<LineMade> {
  const personId = whose ?? (await api.made('/people', aPerson())).id;
  const { id: loanId } = await api.made(`/people/${personId}/loans`, {
    loanTypeId: 'ext-credit-card',
    status: 'originated',
    atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }], specificDays: [10], ...more },
    ...body,
  });
  const path = `/people/${personId}/loans/${loanId}`;
  if (activate) await api.made(`${path}/activate`, {});
  return { personId, loanId, path, cards: `${path}/cards` };
}
