// What becomes of a file. From `uploading` on the bank may have it.
import { Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { fileStates } from '../../orders/ach-entries/tables.ts';
import { achFileErrors } from './errors.ts';

export const achFileStates = stateTable({
  name: 'ACH file',
  states: fileStates,
  verbs: {
    close: 'closed',
    release: 'released',
    upload: 'uploaded',
    notReached: 'kept back',
    keep: 'kept for a person',
    arrived: 'said to have arrived',
    void: 'voided',
    acknowledge: 'acknowledged',
    reject: 'rejected',
    take: 'read',
    giveUp: 'given up',
  },
  rows: [
    [start, 'close', 'built'],
    ['built', 'release', 'released'],
    ['released', 'upload', 'uploading'],
    // By a worker that takes it over from one that is dead.
    ['uploading', 'upload', same],
    // Nothing of it has left.
    ['uploading', 'notReached', 'released'],
    ['released', 'keep', 'built'],
    ['uploading', 'arrived', 'uploaded'],
    [['built', 'released'], 'void', 'voided'],
    ['uploaded', 'acknowledge', 'acknowledged'],
    // The bank takes nothing of it. It may have said before that it has read it.
    [['uploaded', 'acknowledged'], 'reject', 'rejected'],
    [start, 'take', 'read'],
    [start, 'giveUp', 'unreadable'],
  ],
  refuse: ({ id, state, said }) =>
    new Refusal(achFileErrors.AchFileState, `The file ${id} is ${state} and cannot be ${said}.`, {
      data: { path: 'achFileUploadId', status: state },
    }),
});
