// The statuses of a document. What was accepted stays accepted: it is archived when it does not hold any more.
import { refuseField } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { type DocumentStatus, documentStatuses } from './document-types.ts';

export const documentStates = stateTable({
  name: 'Document',
  states: documentStatuses,
  verbs: { draft: 'become a draft', accept: 'be accepted', reject: 'be rejected' },
  rows: [
    [[start, 'rejected'], 'draft', 'draft'],
    [[start, 'draft', 'rejected'], 'accept', 'accepted'],
    ['draft', 'reject', 'rejected'],
  ],
  refuse: ({ state, said, next }) =>
    refuseField(
      'status',
      state === start ? `cannot ${said} before it is there` : `cannot ${said}: it is ${state}`,
      next.length === 0 ? 'accepted; archive the document instead' : `one of ${next.join(', ')}`,
    ),
});

/** What is asked for when this status is sent. */
export const verbOfStatus = { draft: 'draft', accepted: 'accept', rejected: 'reject' } as const satisfies Record<
  DocumentStatus,
  string
>;
