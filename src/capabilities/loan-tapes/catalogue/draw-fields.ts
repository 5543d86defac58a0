// Fields of a draw, for tapes that have a row for each.

import { dateOf } from '@tenor/engine/values/day.ts';
import { drawStatuses } from '#capabilities/loans/index.ts';
import type { DrawOfTape, Fields, Kind, TapeField, TapeRow, Value } from './field.ts';

const ofDraw = (kind: Kind, meaning: string, of: (draw: DrawOfTape) => Value): TapeField<TapeRow> => ({
  kind,
  source: 'draw',
  meaning,
  of: ({ draw }) => (draw === null ? null : of(draw)),
});

const ofNow = (kind: Kind, meaning: string, of: (draw: DrawOfTape) => Value): TapeField<TapeRow> => ({
  ...ofDraw(kind, meaning, of),
  isOfNow: true,
});

/** What a row is about. */
const rowTypes = ['loan', 'draw'] as const;

export const drawFields: Fields<TapeRow> = {
  rowType: {
    kind: 'word',
    source: 'draw',
    meaning: 'Whether the row is about a loan, or about one draw of a line.',
    of: ({ draw }) => (draw === null ? 'loan' : 'draw'),
    words: rowTypes,
  },
  drawId: ofDraw('id', 'The id of the draw.', ({ id }) => id),
  drawExternalId: ofNow('text', 'Your own id of the draw.', ({ externalId }) => externalId),
  drawNickname: ofNow('text', 'The name that somebody gave to the draw.', ({ nickname }) => nickname),
  drawStatus: {
    ...ofDraw('word', 'Where the draw stood at the end of the day.', ({ status }) => status),
    words: drawStatuses,
  },
  drawIsClosed: ofDraw('boolean', 'Whether the draw was closed.', ({ isClosed }) => isClosed),
  drawActivatedDate: ofDraw('date', 'When the draw was activated.', ({ activatedOn }) => dateOf(activatedOn)),
  drawPaidOffDate: ofDraw('date', 'When the draw was paid off.', ({ paidOffOn }) =>
    paidOffOn === null ? null : dateOf(paidOffOn),
  ),
  drawPeriodicPaymentAmount: ofDraw(
    'money',
    'The instalment of an amortized draw, else its part of the latest statement.',
    ({ payment }) => payment,
  ),
  drawDisputedAmount: ofDraw('money', 'What of the draw is in dispute.', ({ disputed }) => disputed),
};
