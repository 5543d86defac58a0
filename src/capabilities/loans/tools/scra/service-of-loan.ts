// The military service for which a loan is bounded: of its borrower, or of somebody who owes it together with that one.
import { militaryService } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { isPresent, type Party, peopleOf } from '../parties/people-of-loan.ts';
import { scraErrors } from './errors.ts';

type Service = Awaited<ReturnType<typeof militaryService.find>>;

/** Errors: NotFound, ScraDoesNotApply. */
export const serviceOfLoan = (reader: Reader, loan: LoanRow, reference: string, lock = false): Promise<Service> =>
  namedIn('militaryServiceId', found(reader, loan, reference, lock));

async function found(reader: Reader, loan: LoanRow, reference: string, lock: boolean): Promise<Service> {
  try {
    return await militaryService.find(reader, reference, { below: loan.person_id, lock });
  } catch (error) {
    const joint = (await peopleOf(reader, loan)).filter((party) => isPresent(party) && party.relation === 'coBorrower');
    for (const party of joint) {
      const service = await serviceOf(reader, party, reference);
      if (service === undefined) continue;
      mustHaveOwedBefore(party, service);
      return service;
    }
    throw error;
  }
}

/**
 * Only the service of the co-borrower counts, not that of a spouse: the spouse owes nothing on this loan, or is on it
 * too.
 */
async function serviceOf(reader: Reader, { other_person_id: below }: Party, reference: string) {
  try {
    const service = await militaryService.find(reader, reference, { below });
    return service.servicemember === 'borrower' ? service : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function mustHaveOwedBefore({ start_date: since }: Party, { start_date: startDate }: Service): void {
  if (since < startDate) return;
  const message = `The co-borrower has been on the loan since ${since}, in the service that began on ${startDate}.`;
  throw new Refusal(scraErrors.ScraDoesNotApply, message, {
    data: { path: 'militaryServiceId', reason: 'joinedInService', since, startDate },
  });
}
