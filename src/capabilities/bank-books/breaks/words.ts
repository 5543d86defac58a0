// The kinds of breaks, and what becomes of one. What a statement and the cash book differ in has the names of the
// comparison; the others come of what a provider told.
import type { BreakKind as OfStatement } from '@tenor/ach/reconcile/breaks.ts';

export const breakKinds = [
  'theirsNotOurs',
  'oursNotTheirs',
  'amount',
  'date',
  'chargedTwice',
  'contradiction',
  'late',
  'returnUnknown',
  'returnTwice',
  'returnOpen',
  'changeOpen',
  'refundedAndReturned',
  'unknown',
  'proof',
] as const satisfies readonly (OfStatement | 'contradiction' | 'returnOpen' | 'changeOpen' | 'unknown')[];
export type BreakKind = (typeof breakKinds)[number];

export const breakStatuses = ['open', 'asked', 'proposed', 'goingBack', 'resolved'] as const;
export type BreakStatus = (typeof breakStatuses)[number];
