// Many loans verified, read a batch at a time. What was being changed meanwhile is asked for again.
import type { Reader } from '#platform/db/realm-database.ts';
import { type LoanKey, readStored } from './stored-loan.ts';
import { type Verdict, verifyLoan } from './verify-loan.ts';

const attemptsMax = 5;

/** Loans that are changed again and again while they are read are left out; there are as many verdicts as were read. */
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
