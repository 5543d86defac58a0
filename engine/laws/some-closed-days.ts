// Random days on which a lender is closed.
import fc from 'fast-check';

/** Many, so that some lie where deadlines do. */
export const someClosedDays: fc.Arbitrary<readonly string[]> = fc.array(
  fc
    .integer({ min: 1, max: 28 })
    .chain((day) => fc.integer({ min: 1, max: 12 }).map((month) => `${pad(month)}-${pad(day)}`)),
  { minLength: 10, maxLength: 60 },
);

const pad = (n: number): string => String(n).padStart(2, '0');
