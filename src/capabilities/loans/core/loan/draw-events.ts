// The events of draws. Those that follow from the books are told by every change of the books (ledgerEvents); a command
// tells the rest.
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Text } from '#platform/input/schemas.ts';
import { LoanStatus } from './schemas.ts';

const aboutDraw = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  status: LoanStatus,
  drawId: Text({ max: 12 }),
});

export const drawCreated = aboutDraw('loan.draw.created', 'A draw was made on a line of credit.');
export const drawOriginated = aboutDraw('draw.originated', 'A draw was originated.');
export const drawDeclined = aboutDraw('draw.declined', 'A draw was declined.');
export const drawCanceled = aboutDraw('draw.canceled', 'A draw was canceled.');
export const drawUpdated = aboutDraw('draw.updated', 'A draw was changed, but not its books.');
export const drawLimitChanged = aboutDraw('draw.credit.limit.changed', 'The credit limit of a draw became another.');

/** Told for a draw that has no books yet too. */
export const drawClosed = aboutDraw('draw.closed', 'A draw was closed: it takes no further purchases.');
export const drawStatusChanged = aboutDraw(
  'draw.statuschanged',
  'A draw was opened again, or owes something after it was paid off.',
);

/** Events that commands tell themselves. */
export const drawEvents: readonly EventKind[] = [
  drawCreated,
  drawOriginated,
  drawDeclined,
  drawCanceled,
  drawUpdated,
  drawLimitChanged,
];

/** Events that a replay tells and takes back. */
export const drawLedgerEvents: readonly EventKind[] = [
  aboutDraw('draw.activated', 'A draw was activated: purchases can be made on it.'),
  drawClosed,
  drawStatusChanged,
  aboutDraw('draw.paidoff', 'A closed draw was paid off: nothing is owed or to come on it.'),
  aboutDraw('draw.fee.booked', 'A fee for the draw itself was booked.'),
];

export const isAboutDraw = (kind: EventKind): boolean => 'drawId' in kind.fields.properties;
