// Holds the stored books of all loans of a realm against what a replay of their timelines gives.
import assert from 'node:assert/strict';
import { loanKeys } from '#capabilities/loans/whole/verify/stored-loan.ts';
import { verifyLoans } from '#capabilities/loans/whole/verify/verify-loans.ts';
import type { Client, House } from './house.ts';

/** `besides`: what a test has recorded as facts alone. There must be more than so many loans, so that the books of none are not right by chance. */
export async function booksAgree(
  { service }: House,
  { realm }: Client,
  moreThan: number,
  besides: readonly string[] = [],
): Promise<void> {
  const reader = service.database.reader(realm);
  let loans = 0;
  for await (const keys of loanKeys(reader)) {
    for (const { loanId, findings } of await verifyLoans(reader, keys)) {
      assert.deepEqual(
        findings.filter(({ what }) => !besides.includes(what)),
        [],
        loanId,
      );
      loans += 1;
    }
  }
  assert.ok(loans > moreThan, `${loans} loans`);
}
