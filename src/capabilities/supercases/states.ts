// The statuses of a supercase: the same life as that of a case.
import type { CaseStatus } from '#capabilities/case-types/index.ts';
import { lifeOfCases } from '#capabilities/cases/index.ts';
import { Refusal } from '#platform/errors.ts';
import { type Refused, stateTable } from '#platform/states.ts';
import { supercaseErrors } from './errors.ts';
import type { SupercaseRow } from './tables.ts';

const supercaseClosed = ({ id, state }: Pick<Refused<CaseStatus, string>, 'id' | 'state'>): Refusal =>
  new Refusal(supercaseErrors.SupercaseClosed, `The supercase ${id} is ${state}, and nothing of it changes.`, {
    data: { path: 'status', expected: 'reopened' },
  });

export const supercaseStates = stateTable({
  name: 'Supercase',
  states: lifeOfCases.states,
  verbs: lifeOfCases.verbs,
  rows: [...lifeOfCases.rows, [lifeOfCases.closed, 'change', null, { refuse: supercaseClosed }]],
  refuse: lifeOfCases.refuse,
});

/** Nothing below a closed supercase changes either. Errors: SupercaseClosed. */
export const mustBeOpen = ({ id, status }: SupercaseRow): void => supercaseStates.mustAllow(status, 'change', { id });
