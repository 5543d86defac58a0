// The line of credit as a product.

import { never } from '../account/calendar-day.ts';
import { type Difference, difference } from '../account/difference.ts';
import { statusOf } from '../account/loan.ts';
import { firstInstant } from '../account/next-action.ts';
import type { Payoff } from '../account/payoff.ts';
import type { Product } from '../account/product.ts';
import { nextCalendarDay } from './calendar-day.ts';
import { evenThrough } from './even.ts';
import type { LineFact } from './facts.ts';
import { lineAt } from './line.ts';
import { pastDue } from './obligations.ts';
import { payoffOfLine } from './payoff.ts';
import { type LineReading, overdueOf, readLine } from './read.ts';
import type { LineRecords, LineStep } from './records.ts';
import { replayingLine, replayLine } from './replay.ts';
import type { LineObligation, LinePosition } from './state.ts';
import { restored, type StoredLine, stored } from './stored.ts';
import type { LineTerms } from './terms.ts';

type LineDifference = Difference<LineStep, LineObligation>;

export const line: Product<LineTerms, LinePosition, LineFact, LineRecords, LineDifference, LineReading> = {
  kind: 'line',
  replay: replayLine,
  replaying: replayingLine,
  difference,
  statusOf,
  nextActionAt(terms, { position, through }, facts, zone) {
    const day = nextCalendarDay(lineAt(terms, position));
    return firstInstant(day === never ? null : day, through, facts, zone);
  },
  read: readLine,
  overdue: overdueOf,
  evenThrough,
  payoffOf: (terms, state): Payoff => payoffOfLine(terms, state),
  pastDue,
  stored,
  restored: (kept) => restored(kept as StoredLine),
};
