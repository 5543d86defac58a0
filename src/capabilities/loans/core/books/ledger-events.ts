// What any change of the books may emit: events of the loan itself, and of what was agreed about its payment.
import type { EventKind } from '#platform/events/event-kind.ts';
import { eventsOfBooks } from '../loan/events.ts';
import { promiseStatusChanged } from '../promises/base/events.ts';
import { settlementStatusChanged } from '../settlements/base/events.ts';

export const ledgerEvents: readonly EventKind[] = [...eventsOfBooks, settlementStatusChanged, promiseStatusChanged];
