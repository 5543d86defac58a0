// A borrower in Indianapolis, whose state adds nothing that blocks to federal law, with a loan that an agency collects.
import { type Answer, anAddress, anEmail, aPerson, aPhone, type Client } from './house.ts';
import { loanBody } from './world.ts';

export interface CollectedBorrower {
  readonly personId: string;
  readonly path: string;
  readonly loanId: string;
  readonly phoneId: string;
  readonly emailId: string;
  readonly addressId: string;
}

let agencies = 0;

interface Options {
  readonly phone?: string;
  readonly address?: object;
  /** Who owes the loan too. */
  readonly coBorrowerId?: string;
  /** False: the creditor services it. */
  readonly byAgency?: boolean;
}

const inIndianapolis = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };

export async function aCollectedBorrower(api: Client, options: Options = {}): Promise<CollectedBorrower> {
  const { phone: value = '+13175550100', address = inIndianapolis, coBorrowerId, byAgency = true } = options;
  const { id: personId } = await api.made('/people', aPerson());
  const path = `/people/${personId}`;
  const self = { affiliation: 'self' };
  const phone = await api.made(`${path}/contacts`, aPhone({ value, ...self }));
  const email = await api.made(`${path}/contacts`, anEmail(self));
  const home = await api.made(`${path}/contacts`, anAddress({ address, ...self }));
  const others = coBorrowerId && {
    additionalPeople: [{ personId: coBorrowerId, loanRelationType: 'coBorrower' }],
  };
  const { id: loanId } = await api.made(`${path}/loans`, { ...loanBody, ...others });
  await api.made(`${path}/loans/${loanId}/activate`, {});
  if (byAgency) {
    agencies += 1;
    const agency = await api.made('/companies/current/collection-agencies', { legalName: `Agency ${agencies}` });
    await api.made(`${path}/loans/${loanId}/collection-agency`, { collectionAgencyId: agency.id });
  }
  return { personId, path, loanId, phoneId: phone.id, emailId: email.id, addressId: home.id };
}

export const aCall = {
  channel: 'voice',
  theme: 'opsCollDebt',
  status: 'attempted',
  connected: true,
  conversation: false,
};

/** The ids of the rules that blocked. */
export const blocking = (verdict: Answer['body']): string[] =>
  verdict.rules.flatMap((one: { ruleId: string; outcome: string }) => (one.outcome === 'blocks' ? [one.ruleId] : []));
