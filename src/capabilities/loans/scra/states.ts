// The statuses of an SCRA cap: without an end, with one, or taken back.
import { Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { scraErrors } from './errors.ts';
import { scraCanceled, scraCapped, scraChanged, scraEnded } from './events.ts';
import { scraCapStatuses } from './words.ts';

export const scraStates = stateTable({
  name: 'SCRA cap',
  states: scraCapStatuses,
  verbs: { give: 'be given', change: 'be changed', end: 'be given an end', reopen: 'go on', cancel: 'be canceled' },
  rows: [
    [start, 'give', 'active', { emits: [scraCapped] }],
    [['active', 'ended'], 'change', same, { emits: [scraChanged] }],
    [['active', 'ended'], 'end', 'ended', { emits: [scraEnded] }],
    ['ended', 'reopen', 'active', { emits: [scraChanged] }],
    [['active', 'ended'], 'cancel', 'canceled', { emits: [scraCanceled] }],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(scraErrors.ScraCapStatusForbids, `An SCRA cap that is ${state} cannot ${said}.`, {
      data: { status: state, allowed },
    }),
});
