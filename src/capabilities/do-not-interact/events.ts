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
  'A do-not-interact was made, changed, deleted or released.',
  { change: StringEnum(changes, { description: '`released`: its type or a bulk action has ended it.' }) },
);
export const doNotInteractExpired = doNotInteractEvent(
  'case.donotinteract.expired',
  'The last day of a do-not-interact is over.',
);

export const doNotInteractEvents = [doNotInteractChanged, doNotInteractExpired];

export const toldOf = (row: DoNotInteractRow) => ({
  doNotInteractId: row.id,
  doNotInteractTypeId: row.do_not_interact_type_id,
  source: row.source,
});

export const aboutCaseOf = ({ case_id: caseId }: DoNotInteractRow) => ({ about: { caseId } });
