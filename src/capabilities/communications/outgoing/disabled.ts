// Whoever disables a text means what has not gone out yet, too.
import type { MessageGuard } from '#capabilities/compliance/index.ts';
import type { Choose } from '../prepare/choosing.ts';
import type { MessageRow } from '../tables.ts';
import type { Decision } from './decide.ts';

export const withoutText: Decision = {
  becomes: 'dropped',
  until: null,
  blockedBy: ['templateDisabled'],
  contact: null,
  judged: null,
};

export async function isDisabled(choose: Choose, guard: MessageGuard, row: MessageRow): Promise<boolean> {
  const { subject, channel, language, loan_ids: loanIds } = row;
  const loan = guard.knownOf(row.person_id)?.loans.find(({ id }) => loanIds.includes(id));
  return (await choose({ subject, channel, language, loanTypeId: loan?.loanTypeId ?? null })) === undefined;
}
