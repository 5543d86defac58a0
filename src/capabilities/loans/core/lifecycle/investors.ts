// The investors of a loan: those that were named, or the default investor.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addRates, type Rate } from '@tenor/engine/values/rate.ts';
import { defaultInvestor, findInvestor } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { LoanInvestor } from '../loan/schemas.ts';

const nothing = '0' as Rate;
const whole = '1' as Rate;

/** Errors: NotFound (investor), InvalidRequest. */
export async function investorsOf(
  reader: Reader,
  named: readonly LoanInvestor[] | null | undefined,
  date: CivilDate,
  at = 'atOrigination.investors',
): Promise<LoanInvestor[]> {
  if (!named || named.length === 0) {
    const { id } = await defaultInvestor(reader);
    return [{ investorId: id, share: whole, effectiveDate: date }];
  }
  const known: LoanInvestor[] = [];
  for (const [i, { investorId, share, effectiveDate }] of named.entries()) {
    const path = `${at}[${i}].investorId`;
    const { id } = await namedIn(path, findInvestor(reader, investorId));
    if (known.some((other) => other.investorId === id))
      throw refuseField(path, 'stands there twice', 'each investor once');
    if (!(Number(share) > 0)) throw refuseField(`${at}[${i}].share`, 'is not above zero', 'a share above 0, at most 1');
    known.push({ investorId: id, share, effectiveDate: effectiveDate ?? date });
  }
  if (known.reduce((sum, { share }) => addRates(sum, share), nothing) === whole) return known;
  throw refuseField(at, 'have shares that do not add up', 'shares that add up to 1');
}
