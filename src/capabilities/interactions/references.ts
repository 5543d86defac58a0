// The objects that an interaction names: all of them are of its borrower, or a loan that the borrower is on.
import { findLoanOfPerson } from '#capabilities/loans/index.ts';
import { findContact } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { type Resolvers, resolved } from '#platform/references.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { type Channel, channelRules } from './rules/channels.ts';

/** The id of the contact. Errors: NotFound, InvalidRequest. */
export async function contactFor(tx: Tx, personId: string, channel: Channel, reference: string): Promise<string> {
  const { id, contact_type: type } = await namedIn('contactId', findContact(tx, personId, reference));
  const { reachedBy } = channelRules[channel];
  if (reachedBy === null || type === reachedBy) return id;
  throw refuseField(
    'contactId',
    `is no ${reachedBy} but ${type}`,
    `a contact of this borrower for ${channel}: a ${reachedBy}`,
  );
}

interface NamesLoans {
  readonly loanId?: string | null | undefined;
  readonly loanIds?: readonly string[] | null | undefined;
}

/**
 * The ids of the loans, each once: the borrower is or was on each of them, alone or with others. Undefined: nothing was
 * said of loans. Errors: NotFound.
 */
export async function loansIn(
  tx: Tx,
  personId: string,
  { loanId, loanIds }: NamesLoans,
): Promise<string[] | undefined> {
  if (loanId === undefined && loanIds === undefined) return undefined;
  const paths = [
    ...(loanId == null ? [] : [['loanId', loanId] as const]),
    ...(loanIds ?? []).map((one, i) => [`loanIds[${i}]`, one] as const),
  ];
  return [
    ...new Set(await Promise.all(paths.map(([path, one]) => namedIn(path, findLoanOfPerson(tx, personId, one))))),
  ];
}

const elsewhere = [
  { field: 'caseId', kind: 'case' },
  { field: 'documentId', kind: 'document descriptor' },
] as const;

interface NamesElsewhere {
  readonly caseId?: string | null | undefined;
  readonly documentId?: string | null | undefined;
}

/** The ids of a case and a document that are named where the path does not say whose they must be. Errors: NotFound. */
export const idsElsewhere = (
  resolvers: Resolvers,
  tx: Tx,
  { caseId, documentId }: NamesElsewhere,
  personId: string,
): Promise<NamesElsewhere> => resolved(resolvers, tx, elsewhere, { caseId, documentId }, { personId });
