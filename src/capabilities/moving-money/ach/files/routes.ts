// The endpoints of files that go to banks, and come from them.
import { ownCompany } from '#capabilities/access/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { acknowledgeFile, downloadFile, releaseFile, voidFile } from './by-person.ts';
import { achFileErrors } from './errors.ts';
import { achFileAcknowledged, achFileVoided } from './events.ts';
import * as example from './examples.ts';
import { AchFileAcknowledge, AchFileContent, AchFileDownload, AchFileUpload, AchFileVoid } from './schemas.ts';
import { fileList, listFiles, readFile } from './show-file.ts';

const all = '/companies/{companyId}/ach-file-uploads';
const one = `${all}/{achFileUploadId}` as const;

export const achFileRoutes: Endpoint[] = [
  endpoint({
    name: 'achFileUploads.list',
    method: 'GET',
    path: all,
    summary: 'List ACH files',
    description:
      'Lists those that were closed for a bank and where they are, and those that came from it. The newest is first.',
    permission: 'ach.file.upload:list',
    shape: 'list',
    query: fileList.query,
    list: fileList,
    answer: AchFileUpload,
    subject: ownCompany,
    errors: [errors.NotFound],
    example: { answer: example.file },
    read: ({ reader }, { query }) => listFiles(reader, query),
  }),
  endpoint({
    name: 'achFileUploads.read',
    method: 'GET',
    path: one,
    summary: 'Read where an ACH file is',
    permission: 'ach.file.upload:read',
    shape: 'single',
    answer: AchFileUpload,
    subject: ownCompany,
    errors: [errors.NotFound],
    read: ({ reader }, { params }) => readFile(reader, params.achFileUploadId),
  }),
  endpoint({
    name: 'achFileUploads.download',
    method: 'POST',
    path: `${one}/download`,
    summary: 'Download the bytes of an ACH file',
    description:
      'With the account numbers of all borrowers in it, so it needs a permission of its own, and the audit tells who did it. A large file comes in parts.',
    permission: 'ach.file.upload:download',
    shape: 'single',
    status: 200,
    showsSecret: true,
    body: AchFileDownload,
    answer: AchFileContent,
    subject: ownCompany,
    errors: [errors.NotFound],
    example: { body: example.download, answer: example.content },
    command: (ctx, tx, { params, body }) => downloadFile(ctx, tx, params.achFileUploadId, body),
  }),
  endpoint({
    name: 'achFileUploads.release',
    method: 'POST',
    path: `${one}/release`,
    summary: 'Let an ACH file leave',
    description:
      'One that is larger than what leaves by itself, that has missed its cut-off, or that came back with a backup. While payments are stopped it waits.',
    permission: 'ach.file.upload:release',
    shape: 'single',
    status: 200,
    answer: AchFileUpload,
    subject: ownCompany,
    errors: [errors.NotFound, achFileErrors.AchFileState, achFileErrors.AchFileNotReady],
    command: (ctx, tx, { params }) => releaseFile(ctx, tx, params.achFileUploadId),
  }),
  endpoint({
    name: 'achFileUploads.void',
    method: 'POST',
    path: `${one}/void`,
    summary: 'Void an ACH file that has not left',
    description:
      'Its entries go into the file of the next cut-off, on a later day of settlement. Their payments stay pending, and count on the day on which they counted.',
    permission: 'ach.file.upload:void',
    shape: 'single',
    status: 200,
    body: AchFileVoid,
    answer: AchFileUpload,
    subject: ownCompany,
    emits: [achFileVoided],
    errors: [errors.NotFound, achFileErrors.AchFileState, achFileErrors.AchFileNotReady],
    example: { body: example.theVoid },
    command: (ctx, tx, { params, body }) => voidFile(ctx, tx, params.achFileUploadId, body),
  }),
  endpoint({
    name: 'achFileUploads.acknowledge',
    method: 'POST',
    path: `${one}/acknowledge`,
    summary: 'Say that the bank has read an ACH file',
    description:
      'For banks whose acknowledgement a person reads: it names how much the bank has counted, which must be what the file has. No acknowledgement until `expectedBy` is told by `ach.file.unacknowledged`.',
    permission: 'ach.file.upload:acknowledge',
    shape: 'single',
    status: 200,
    body: AchFileAcknowledge,
    answer: AchFileUpload,
    subject: ownCompany,
    emits: [achFileAcknowledged],
    errors: [errors.NotFound, achFileErrors.AchFileState],
    example: { body: example.acknowledge },
    command: (ctx, tx, { params, body }) => acknowledgeFile(ctx, tx, params.achFileUploadId, body),
  }),
];
