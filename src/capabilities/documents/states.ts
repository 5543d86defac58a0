// The statuses of a document. What was accepted stays accepted, with its content: it is archived when it does not hold
// any more.
import { Refusal, refuseField } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { type DocumentStatus, documentStatuses } from './document-types.ts';
import { documentErrors } from './errors.ts';

const contentIsFinal = ({ id, state }: Pick<Refused<DocumentStatus, string>, 'id' | 'state'>): Refusal =>
  new Refusal(documentErrors.ContentIsFinal, `The document ${id} is ${state}, and keeps the content it has.`, {
    data: { path: 'documentDescriptorId', expected: 'a document that nobody has decided about' },
  });

export const documentStates = stateTable({
  name: 'Document',
  states: documentStatuses,
  verbs: {
    draft: 'become a draft',
    accept: 'be accepted',
    reject: 'be rejected',
    upload: 'get a content',
    send: 'get a content by an upload link',
  },
  rows: [
    [[start, 'rejected'], 'draft', 'draft'],
    [[start, 'draft', 'rejected'], 'accept', 'accepted'],
    ['draft', 'reject', 'rejected'],
    [['draft', 'rejected'], 'upload', same],
    // One that was accepted for what it says may get its content afterwards, once.
    ['accepted', 'upload', same, { when: 'isEmpty', refuse: contentIsFinal }],
    ['draft', 'send', same],
    [['accepted', 'rejected'], 'send', null, { refuse: contentIsFinal }],
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
