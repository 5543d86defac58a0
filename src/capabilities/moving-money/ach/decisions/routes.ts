// What a second person says of files that go to banks, and come from them.

import Type from 'typebox';
import { mayApprove, ownCompany, secondPersonErrors } from '#capabilities/access/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Named, Text } from '#platform/input/schemas.ts';
import { achFileErrors } from '../files/errors.ts';
import { achFileRejected } from '../files/events.ts';
import { AchFileUpload } from '../files/schemas.ts';
import { achReadingErrors } from '../incoming/errors.ts';
import { achFileRefused } from '../incoming/events.ts';
import { AchReading } from '../incoming/schemas.ts';
import { confirmPermission, confirmReading, rejectReading } from './decide-reading.ts';
import { confirmRejection, confirmRejectionPermission, rejectFile, rejectPermission } from './reject-file.ts';

const oneReading = '/companies/{companyId}/ach-readings/{achReadingId}';
const oneFile = '/companies/{companyId}/ach-file-uploads/{achFileUploadId}';
const secondPerson = [secondPersonErrors.SecondPersonNeeded, secondPersonErrors.OrdererLostRight];

const AchReadingReject = Named('AchReadingReject')({
  reason: Text({ min: 1, max: 300, description: 'Why it is not of the bank.' }),
});
const AchFileReject = Named('AchFileReject')({
  reason: Text({ min: 1, max: 400, description: 'What the bank says of it.' }),
});
const Nothing = Type.Object({});

export const achDecisionRoutes = (whole: Whole): Endpoint[] => [
  endpoint({
    name: 'achReadings.confirm',
    path: `${oneReading}/confirm`,
    summary: 'Confirm that a file is of the bank',
    description:
      'By somebody who has not brought it, and is not behind the one who did. Then all that it says is taken. An API key needs payment.approval.key:approve as well.',
    permission: confirmPermission,
    body: Nothing,
    answer: AchReading,
    subject: ownCompany,
    errors: [achReadingErrors.AchReadingState, ...secondPerson],
    example: { body: {} },
    authorize: ({ caller }) => mayApprove(caller),
    command: (ctx, tx, { params }) => confirmReading(ctx, tx, params.achReadingId, whole),
  }),
  endpoint({
    name: 'achReadings.reject',
    path: `${oneReading}/reject`,
    summary: 'Say that a file that waits is not of the bank',
    description: 'Whoever has brought it may do so too. Nothing of it counts, unless the bank leaves the same file.',
    permission: 'ach.reading:reject',
    body: AchReadingReject,
    answer: AchReading,
    subject: ownCompany,
    emits: [achFileRefused],
    errors: [achReadingErrors.AchReadingState],
    example: { body: { reason: 'The bank knows of no such file.' } },
    command: (ctx, tx, { params, body }) => rejectReading(ctx, tx, params.achReadingId, body.reason),
  }),
  endpoint({
    name: 'achFileUploads.reject',
    path: `${oneFile}/reject`,
    summary: 'Say that the bank has refused an ACH file',
    description:
      'The whole file, as the bank has told it. Nothing changes before a second person has confirmed it: a file that the bank has after all would be taken twice.',
    permission: rejectPermission,
    body: AchFileReject,
    answer: AchFileUpload,
    subject: ownCompany,
    errors: [achFileErrors.AchFileState],
    example: { body: { reason: 'The bank says: control totals differ.' } },
    command: (ctx, tx, { params, body }) => rejectFile(ctx, tx, params.achFileUploadId, body.reason),
  }),
  endpoint({
    name: 'achFileUploads.confirmRejection',
    path: `${oneFile}/confirm-rejection`,
    summary: 'Confirm that the bank has refused an ACH file',
    description:
      'By another person than the one who said so. Its entries go into the file of the next cut-off, with new traces; their payments stay pending, and count on the day on which they counted. Once an entry has settled by the calendar it is too late.',
    permission: confirmRejectionPermission,
    body: Nothing,
    answer: AchFileUpload,
    subject: ownCompany,
    emits: [achFileRejected],
    errors: [
      ...[errors.NotFound, achFileErrors.AchFileState, achFileErrors.AchFileSettled],
      ...[achFileErrors.AchRejectionNotAsked, ...secondPerson],
    ],
    example: { body: {} },
    authorize: ({ caller }) => mayApprove(caller),
    command: (ctx, tx, { params }) => confirmRejection(ctx, tx, params.achFileUploadId, whole),
  }),
];
