import { rateKinds, standings } from '@tenor/ach/read/return-rates.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Int, StringEnum, Text } from '#platform/input/schemas.ts';

export const returnRateChanged = eventsAbout('company', {
  companyIdentification: Text({ max: 10 }),
  rate: StringEnum(rateKinds),
  standing: StringEnum(standings),
  returnedCount: Int({ min: 0, max: 1_000_000_000 }),
  debitCount: Int({ min: 0, max: 1_000_000_000 }),
})(
  'ach.return.rate.changed',
  'A rate of returned debits has come near its limit (`warning`), has reached it (`above`), or is below both again (`fine`).',
);
