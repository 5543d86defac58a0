// The event about statements of banks.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { DateOnly, Int, Text } from '#platform/input/schemas.ts';

const statementEvent = eventsAbout('company', {
  bankStatementId: Text({ max: 12 }),
  bankAccountId: Text({ max: 12 }),
  through: DateOnly,
  lineCount: Int({ min: 0, max: 100_000_000 }),
  matchedCount: Int({ min: 0, max: 100_000_000 }),
});

export const statementRead = statementEvent(
  'bank.statement.read',
  'A statement of a bank was read and compared with the cash book.',
);
