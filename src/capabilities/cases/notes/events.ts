import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';
import { aboutCase } from '../events.ts';

const about = eventsAbout('person', { ...aboutCase, caseNoteId: Text({ max: 12 }) });

export const noteWritten = about('case.note.created', 'A note was written on a case.');
export const noteChanged = about('case.note.updated', 'A note of a case was changed, pinned or archived.');

export const noteEvents = [noteWritten, noteChanged];
