// The events of do-not-interacts.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { sources } from './rules/words.ts';
import type { DoNotInteractRow } from './tables.ts';

const changes = ['created', 'updated', 'deleted', 'released'] as const;
export type Change = (typeof changes)[number];

const doNotInteractEvent = eventsAbout('person', {
  doNotInteractId: Text({ max: 12 }),
  doNotInteractTypeId: Nullable(Text({ max: 12 })),
  source: StringEnum(sources),
});

export const doNotInteractChanged = doNotInteractEvent(
  'case.donotinteract.changed',
  'What stands against talking to a borrower came, changed, or was taken away.',
  { change: StringEnum(changes, { description: '`released`: its type does not hold it any more.' }) },
);
export const doNotInteractExpired = doNotInteractEvent(
  'case.donotinteract.expired',
  'The last day of what stood against talking to a borrower is over.',
);

export const toldOf = (row: DoNotInteractRow) => ({
  doNotInteractId: row.id,
  doNotInteractTypeId: row.do_not_interact_type_id,
  source: row.source,
});

export const aboutCaseOf = ({ case_id: caseId }: DoNotInteractRow) => ({ about: { caseId } });
