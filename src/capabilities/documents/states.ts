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

/** Else one would be accepted as something else, or for another loan. */
const recasting = (): Refusal =>
  refuseField('type', 'cannot change, nor can loanId: the agreement was accepted as it is', 'what it was');

const agreementIsKept = ({ id }: Pick<Refused<DocumentStatus, string>, 'id'>): Refusal =>
  new Refusal(documentErrors.AgreementIsKept, `The agreement ${id} was accepted, and is kept.`, {
    data: { path: 'documentDescriptorId' },
  });

const isRejected = ({ id }: Pick<Refused<DocumentStatus, string>, 'id'>): Refusal =>
  new Refusal(documentErrors.DocumentIsRejected, `The document ${id} was rejected.`, {
    data: { path: 'documentDescriptorId' },
  });

export const documentStates = stateTable({
  name: 'Document',
  states: documentStatuses,
  verbs: {
    draft: 'become a draft',
    accept: 'be accepted',
    agree: 'be accepted by its borrower',
    reject: 'be rejected',
    upload: 'get a content',
    send: 'get a content by an upload link',
    recast: 'become another kind of paper, or one of another loan',
    discard: 'be deleted',
    copy: 'be converted or signed',
  },
  rows: [
    [[start, 'rejected'], 'draft', 'draft'],
    [[start, 'draft', 'rejected'], 'accept', 'accepted'],
    ['draft', 'agree', 'accepted'],
    ['draft', 'reject', 'rejected'],
    // What was made from another document shows what that one says.
    [['draft', 'rejected'], 'upload', same, { when: 'isOriginal', refuse: contentIsFinal }],
    // One that was accepted for what it says may get its content afterwards, once.
    ['accepted', 'upload', same, { when: 'isEmpty', refuse: contentIsFinal }],
    ['draft', 'send', same],
    [['accepted', 'rejected'], 'send', null, { refuse: contentIsFinal }],
    [['draft', 'rejected'], 'recast', same],
    ['accepted', 'recast', same, { when: 'isNoAgreement', refuse: recasting }],
    [['draft', 'rejected'], 'discard', same],
    [['draft', 'accepted'], 'copy', same],
    ['rejected', 'copy', null, { refuse: isRejected }],
    ['accepted', 'discard', same, { when: 'isNoAgreement', refuse: agreementIsKept }],
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
