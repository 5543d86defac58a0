// What is told of statements.
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Int, Text } from '#platform/input/schemas.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { StatementRow } from './tables.ts';

const aboutStatement = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  statementId: Text({ max: 12 }),
  version: Int({ min: 1, max: 1_000_000 }),
});

export const statementGenerated = aboutStatement('statement.generated', 'The statement of a period was made.');
export const statementRegenerated = aboutStatement(
  'statement.regenerated',
  'A statement has a further version: the past has changed so that it says something else, or it was asked for.',
);
export const statementUpdated = aboutStatement('statement.updated', 'A statement was given its document.');
export const statementDeleted = aboutStatement(
  'statement.deleted',
  'A statement was taken back: its period is none any more.',
);

export const statementEvents: readonly EventKind[] = [
  statementGenerated,
  statementRegenerated,
  statementUpdated,
  statementDeleted,
];

export const toldOfStatement = (
  loan: Pick<LoanRow, 'external_id' | 'loan_type_id'>,
  { id, version }: Pick<StatementRow, 'id' | 'version'>,
) => ({ loanExternalId: loan.external_id, loanTypeId: loan.loan_type_id, statementId: id, version });
