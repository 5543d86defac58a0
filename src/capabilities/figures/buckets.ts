// The buckets of loans at the end of a day: by the number of days for which a payment is late, or by how the loan ended.
import { bucketsFrom } from '#capabilities/loans/index.ts';

/** For so many days something is late; the first one: nothing is. */
export const openBuckets: readonly string[] = [
  'current',
  ...bucketsFrom.map((from, i) => {
    const next = bucketsFrom[i + 1];
    return next === undefined ? `${from}+` : `${from}-${next - 1}`;
  }),
];

/** What became of a loan that has no such days any more. `otherwise`: its activation was undone. */
export const endings = ['chargedOff', 'paidOff', 'otherwise'] as const;
type Ending = (typeof endings)[number];

/** One of `openBuckets` or of `endings`. */
export type Bucket = string;
/** One of `openBuckets`; `new`: no month had ended with the loan; `back`: it had ended, or had not begun any more. */
export type Beginning = string;

export const isOpen = (bucket: Bucket): boolean => openBuckets.includes(bucket);

const openStatuses = ['active', 'frozen', 'accelerated'];

export function bucketOf(status: string, daysLate: number): Bucket {
  if (openStatuses.includes(status)) {
    return openBuckets[bucketsFrom.filter((from) => from <= daysLate).length] as Bucket;
  }
  return endings.find((ending): ending is Ending => ending === status) ?? 'otherwise';
}
