// What somebody names for a message must be of the borrower: contact and loans, by their ids or `ext-` references.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Addressee } from '#capabilities/compliance/index.ts';
import { offerProblems, reachedBy } from '#capabilities/interactions/index.ts';
import { isRightAddress } from '#capabilities/sending/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { errors, type Problem, Refusal, refuseField } from '#platform/errors.ts';
import { referenceOf } from '#platform/ids.ts';
import { whereOf } from '../outgoing/where.ts';
import type { SentChannel } from '../words.ts';

interface Named {
  readonly subject: string;
  readonly isTransactional?: boolean | null | undefined;
  readonly channel: SentChannel;
  readonly contactId?: string | null | undefined;
  readonly loanId?: string | null | undefined;
  readonly loanIds?: readonly string[] | null | undefined;
  readonly statementId?: string | null | undefined;
  readonly useTemplate?: boolean | null | undefined;
}

/** What is wrong with what is said, whoever it is said of. */
export function problemsOfNames(said: Named): Problem[] {
  const { subject, isTransactional, statementId, loanId, loanIds, useTemplate } = said;
  const problems = offerProblems(subject, isTransactional);
  if (useTemplate === false) {
    const message = 'is false, and every message has a template';
    problems.push({ path: 'useTemplate', message, expected: 'true, or null' });
  }
  if (statementId != null && loanId == null && !loanIds?.length) {
    const message = 'is of a loan, and loanId is not said';
    problems.push({ path: 'statementId', message, expected: 'the loan of the statement as loanId' });
  }
  return problems;
}

const yearSeconds = 366 * 86_400;

export function tooLate(sendAt: Instant | null | undefined, now: Instant): Problem[] {
  if (sendAt == null || sendAt <= addSeconds(now, yearSeconds)) return [];
  return [{ path: 'sendAt', message: 'is more than a year ahead', expected: 'a moment within a year' }];
}

/** Errors: NotFound, InvalidRequest. */
export function contactNamed(
  vault: Vault,
  known: Pick<Addressee, 'person' | 'contacts'>,
  { contactId, channel }: Pick<Named, 'contactId' | 'channel'>,
): string | null {
  if (contactId == null) return null;
  const named = referenceOf(contactId);
  const found = known.contacts.find((one) =>
    'id' in named ? one.id === named.id : one.external_id === named.externalId,
  );
  if (found === undefined) {
    throw new Refusal(errors.NotFound, `This borrower has no contact ${contactId}.`, { data: { path: 'contactId' } });
  }
  const needed = reachedBy(channel);
  if (needed === null) throw refuseField('contactId', `goes with no message by ${channel}`, 'nothing, or null');
  const fit = `a contact of this borrower for ${channel}: a valid ${needed}`;
  if (found.contact_type !== needed) throw refuseField('contactId', `is no ${needed} but ${found.contact_type}`, fit);
  if (found.status === 'archived') throw refuseField('contactId', 'is archived', fit);
  if (!found.valid) throw refuseField('contactId', 'is known not to work', fit);
  const where = whereOf(vault, known, found);
  if (where !== null && channel !== 'mail' && !isRightAddress(channel as 'email', where)) {
    throw refuseField('contactId', 'has an address to which nothing can be sent', fit);
  }
  return found.id;
}

/** The ids of the loans, each once. Errors: NotFound. */
export function loansNamed(
  { loans }: Pick<Addressee, 'loans'>,
  { loanId, loanIds }: Pick<Named, 'loanId' | 'loanIds'>,
): string[] {
  const given = [
    ...(loanId == null ? [] : [['loanId', loanId] as const]),
    ...(loanIds ?? []).map((one, i) => [`loanIds[${i}]`, one] as const),
  ];
  const found = given.map(([path, reference]) => {
    const named = referenceOf(reference);
    const loan = loans.find((one) => ('id' in named ? one.id === named.id : one.externalId === named.externalId));
    if (loan !== undefined) return loan.id;
    throw new Refusal(errors.NotFound, `This borrower has no loan ${reference}.`, { data: { path } });
  });
  return [...new Set(found)];
}
