// Credit to covered borrowers (10 USC 987; 32 CFR 232): servicemembers, and those who depend on them, when the credit was
// made. Its military annual percentage rate may never be above 36 %.

import type { FeeType } from '@tenor/engine/account/terms.ts';
import { isAbove } from '@tenor/engine/disclosures/validation.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type Refusal, refuseField } from '#platform/errors.ts';

export const maprMax = '0.36' as Rate;

export const isCovered = (agreed: { readonly coveredBorrower?: boolean | null }): boolean =>
  agreed.coveredBorrower === true;

/** Fees for what goes wrong are no charge for credit (12 CFR 1026.4(c)(2)). */
export const countsForCovered = (type: FeeType): boolean => type !== 'late' && type !== 'nsf';

interface IndexBounds {
  readonly indexFloor: Rate | null;
  readonly indexCap: Rate | null;
  readonly indexStepCap: Rate | null;
}

/** For a covered borrower, index and spread together are at most what the law allows, wherever the index goes. */
export const boundedFor = (agreed: { readonly coveredBorrower?: boolean | null }, bounds: IndexBounds, max: Rate) =>
  isCovered(agreed) && (bounds.indexCap === null || isAbove(bounds.indexCap, max))
    ? { ...bounds, indexCap: max }
    : bounds;

/** What a loan costs besides what was agreed, or instead of it. */
export interface Cost {
  /** Further rates, whole: with the index. */
  readonly rates: readonly Rate[];
  /** Null: as it was agreed. */
  readonly originationFee: Cents | null;
  /** Charged by hand. */
  readonly charges: readonly Charge[];
  /** Services that were sold with it. */
  readonly sold: readonly Charge[];
}

interface Charge {
  readonly on: Day;
  readonly amount: Cents;
}

const percent = (rate: string): string => `${(Number(rate) * 100).toFixed(4)} %`;

export const maprRefused = (path: string, mapr: string | null): Refusal =>
  refuseField(
    path,
    mapr === null
      ? 'leaves nothing lent of which a military annual percentage rate could be found'
      : `makes the military annual percentage rate ${percent(mapr)}; of a covered borrower it is at most 36 %`,
    `terms by which it is at most ${maprMax}`,
  );
