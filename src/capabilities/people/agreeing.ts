// Whether a borrower who has signed in may agree to something that costs them money. What they stop, they may always stop.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type CommandContext, callingBorrower } from '#platform/command/context.ts';
import { Refusal } from '#platform/errors.ts';
import { peopleErrors } from './errors.ts';
import { sealerOf } from './person.ts';
import type { PersonRow } from './tables.ts';

const ofAge = 18;

/** Asks nothing of the lender, who has seen the borrower. Errors: BorrowerMayNotAgree. */
export function mustBeAbleToAgree({ caller, vault, now }: CommandContext, row: PersonRow): void {
  if (callingBorrower(caller) === null) return;
  if (row.status !== 'active') throw mayNot('inactive', 'The borrower is not active.');
  const sealed = row.date_of_birth_sealed;
  if (sealed === null) return;
  const born = sealerOf(vault, row).unseal('dateOfBirth', sealed);
  if (birthday(born) > dateInZone(now, caller.timezone))
    throw mayNot('minor', `The borrower is younger than ${ofAge}.`);
}

/** As text: who was born on a 29 February is of age after the 28th. */
const birthday = (born: string): string => `${Number(born.slice(0, 4)) + ofAge}`.padStart(4, '0') + born.slice(4);

const mayNot = (reason: string, message: string): Refusal =>
  new Refusal(peopleErrors.BorrowerMayNotAgree, message, { data: { reason } });
