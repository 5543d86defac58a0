import { defineEvent, eventsAbout } from '#platform/events/event-kind.ts';
import { Bool, StringEnum } from '#platform/input/schemas.ts';
import { matchQualities, monitorKinds } from './words.ts';

export const monitorUpdated = defineEvent({
  type: 'monitor.updated',
  summary: 'A monitor of the company was turned on or off, or watches others.',
  subject: 'company',
  fields: { monitor: StringEnum(monitorKinds), isEnabled: Bool },
});

export const placeUpdated = defineEvent({
  type: 'monitor.place.updated',
  summary: 'The place where the files of a register are left and fetched was set, changed or taken away.',
  subject: 'company',
  fields: { monitor: StringEnum(monitorKinds) },
});

const about = eventsAbout('person', { monitor: StringEnum(monitorKinds), matchQuality: StringEnum(matchQualities) });

export const hitFound = about(
  'monitor.hit.found',
  'A register says something of a borrower that it has not said before.',
);
export const hitChanged = about('monitor.hit.changed', 'A register says more, or other, of what it had said before.');
export const hitEnded = about(
  'monitor.hit.ended',
  'What a register had said is over, as a bankruptcy that was dismissed, and its case has ended.',
);
export const hitWithdrawn = about(
  'monitor.hit.withdrawn',
  'A register takes back what it had said: it was reported in error, and its case is rejected.',
);

export const monitorEvents = [monitorUpdated, placeUpdated, hitFound, hitChanged, hitEnded, hitWithdrawn];
