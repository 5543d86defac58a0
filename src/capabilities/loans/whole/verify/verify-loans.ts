// Verifies many loans, a batch at a time. Loans that were changed while they were read are asked for again.
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanKey, readStored } from './stored-loan.ts';
import { type Verdict, verifyLoan } from './verify-loan.ts';

const attemptsMax = 5;

/** A loan that changes again and again while it is read is left out, so there may be fewer verdicts than keys. */
export async function verifyLoans(reader: Reader, keys: readonly LoanKey[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let left = keys;
  for (let attempt = 1; left.length > 0 && attempt <= attemptsMax; attempt++) {
    const read = await readStored(reader, left);
    verdicts.push(...read.map(verifyLoan));
    const done = new Set(read.map(({ row }) => row.id));
    left = left.filter(({ loanId }) => !done.has(loanId));
  }
  return verdicts;
}

export const isClean = ({ findings }: Verdict): boolean => findings.length === 0;
