// The side of the bank in the proof of a day: what the cash book has there is what the newest statement ends with, and
// that statement is not an old one. Only where statements are read at all.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { addCents, type Cents, subtractCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { accountOfProvider, providersOf } from '../accounts/account.ts';
import type { BankAccountRow } from '../accounts/tables.ts';
import type { ProofFinding } from '../cash-book/tables.ts';
import { bookedAtBank } from '../reconciliation/read-statement.ts';

export async function bankSide(reader: Reader, carrierId: string, day: CivilDate): Promise<ProofFinding[]> {
  const account = await accountOfProvider(reader, carrierId);
  if (account?.read_through == null) return [];
  const booked = await bookedAtBank(reader, await providersOf(reader, account.id));
  return [...missing(account, day), ...differs(account, booked)];
}

/** The statement of a banking day comes on the next one. */
function missing({ read_through }: BankAccountRow, day: CivilDate): ProofFinding[] {
  const before = dateOf(openDaysFrom(dayOf(day), -1));
  if (read_through === null || read_through >= before) return [];
  const says = `The statements of the bank were read until ${read_through}, and not until ${before}.`;
  return [{ kind: 'statement', count: 1, amountCents: null, says }];
}

function differs({ opening_cents, closing_cents }: BankAccountRow, booked: Cents): ProofFinding[] {
  if (opening_cents === null || closing_cents === null) return [];
  const by = subtractCents(closing_cents, addCents(opening_cents, booked));
  const says = 'BK of the cash book is not what the newest statement of the bank ends with.';
  return by === 0 ? [] : [{ kind: 'proof', count: 1, amountCents: by, says }];
}
