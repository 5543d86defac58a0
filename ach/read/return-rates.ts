// Return rates by company: debits that came back, by the day on which they were sent, over debits that were sent.
// Prenotes and other entries without money are counted apart. Kept in whole numbers: a rate is compared by crossing over.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Entry } from './read-file.ts';
import { isDebit } from './records.ts';
import { returnCode } from './return-codes.ts';

export const rateKinds = ['unauthorized', 'administrative', 'all'] as const;
export type RateKind = (typeof rateKinds)[number];

/** In thousandths: a rate must stay below. */
export const limitsPerMille: Readonly<Record<RateKind, number>> = { unauthorized: 5, administrative: 30, all: 150 };

const warnAtPercent = 80;
export const windowDays = 60;

export const standings = ['fine', 'warning', 'above'] as const;
export type Standing = (typeof standings)[number];

/** `above`: no longer below the limit. `warning`: at 80 percent of it. */
export function standingOf(kind: RateKind, returned: number, sent: number): Standing {
  const limit = limitsPerMille[kind];
  if (returned > 0 && returned * 1_000 >= sent * limit) return 'above';
  return returned > 0 && returned * 100_000 >= sent * limit * warnAtPercent ? 'warning' : 'fine';
}

interface Counts {
  readonly sent: number;
  readonly returned: Readonly<Record<RateKind, number>>;
}

export interface CompanyRates extends Counts {
  readonly companyId: string;
  /** Prenotes, and entries that verify an account. */
  readonly verifying: Counts;
}

interface Sent {
  readonly companyId: string;
  readonly on: CivilDate;
  readonly isVerifying: boolean;
}

/** Counts entries of any number of files, sent and come back, in any order. An entry counts as returned once. */
export class ReturnRates {
  readonly #sent = new Map<string, Sent>();
  readonly #returned = new Map<string, string>();

  /** `on`: the day of its file. */
  add(entry: Entry, on: CivilDate): void {
    const [first] = entry.addenda;
    const { companyId, description } = entry.batch;
    if (first?.is === 'returned') this.#returned.set(keyOf(companyId, first.originalTrace), first.code);
    if ((first !== undefined && first.is !== 'payment') || !isDebit(entry.transactionCode)) return;
    const isVerifying = entry.amount === 0 || description === 'ACCTVERIFY';
    this.#sent.set(keyOf(companyId, entry.trace), { companyId, on, isVerifying });
  }

  /** Counts what was sent in the sixty days that end with this one. */
  through(last: CivilDate): CompanyRates[] {
    const first = addDays(last, 1 - windowDays);
    const companies = new Map<string, { live: Counting; verifying: Counting }>();
    for (const [key, { companyId, on, isVerifying }] of this.#sent) {
      if (on < first || on > last) continue;
      const company = companies.get(companyId) ?? { live: counting(), verifying: counting() };
      companies.set(companyId, company);
      count(isVerifying ? company.verifying : company.live, this.#returned.get(key));
    }
    return [...companies].map(([companyId, { live, verifying }]) => ({ companyId, ...live, verifying }));
  }
}

const keyOf = (companyId: string, trace: string): string => `${companyId} ${trace}`;

interface Counting {
  sent: number;
  returned: Record<RateKind, number>;
}

const counting = (): Counting => ({ sent: 0, returned: { unauthorized: 0, administrative: 0, all: 0 } });

function count(counts: Counting, code: string | undefined): void {
  counts.sent += 1;
  if (code === undefined) return;
  counts.returned.all += 1;
  const { rate } = returnCode(code);
  if (rate !== null) counts.returned[rate] += 1;
}
