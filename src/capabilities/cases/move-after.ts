// The status and the outcome after a write: those of cases, and of supercases, which live alike.

import type { CaseStatus } from '#capabilities/case-types/index.ts';
import { refuseField } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { type LifeVerb, verbOfStatus } from './states.ts';

interface Standing {
  readonly id: string;
  readonly status: CaseStatus;
  readonly outcome: string | null;
}

interface Sent {
  readonly status?: CaseStatus;
  readonly outcome?: string | null;
}

/** The table of what lives as a case does. */
interface Life {
  move(from: CaseStatus | typeof start, verb: LifeVerb, about: { readonly id: string }): { readonly to: CaseStatus };
  mustAllow(from: CaseStatus | typeof start, verb: LifeVerb, about: { readonly id: string }): void;
}

/** Errors: InvalidRequest, and that of the table for what is closed. */
export function moveAfter(
  states: Life,
  before: Standing | undefined,
  sent: Sent,
): Pick<Standing, 'status' | 'outcome'> {
  const from = before?.status ?? start;
  const about = { id: before?.id ?? '' };
  const wanted = sent.status ?? before?.status ?? 'initiated';
  const status = wanted === from ? wanted : states.move(from, verbOfStatus[wanted], about).to;
  const isAlone = Object.entries(sent).every(([field, value]) => field === 'status' || value === undefined);
  if (status === from && !isAlone) states.mustAllow(status, 'change', about);
  const kept = status === from ? (before?.outcome ?? null) : null;
  const ended = sent.outcome === undefined ? kept : sent.outcome;
  if (status === 'completed' && ended === null) {
    throw refuseField('outcome', 'is missing', 'how it ended, such as approved, rejected, resolved or unresolved');
  }
  if (status !== 'completed' && ended !== null) {
    throw refuseField('outcome', `stands in nothing that is ${status}`, 'nothing before the status completed');
  }
  return { status, outcome: ended };
}
