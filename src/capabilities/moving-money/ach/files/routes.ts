// The endpoints of files that go to banks, and come from them.
import { ownCompany } from '#capabilities/access/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { acknowledgeFile, downloadFile, releaseFile, voidFile } from './by-person.ts';
import { achFileErrors } from './errors.ts';
import { achFileAcknowledged, achFileVoided } from './events.ts';
import * as example from './examples.ts';
import { AchFileAcknowledge, AchFileContent, AchFileDownload, AchFileUpload, AchFileVoid } from './schemas.ts';
import { fileList, listFiles, readFile } from './show-file.ts';

const all = '/companies/{companyId}/ach-file-uploads';

const achFileUploadEndpoint = below({
  path: all,
  permission: 'ach.file.upload',
  subject: ownCompany,
  answer: AchFileUpload,
});

export const achFileRoutes: Endpoint[] = [
  achFileUploadEndpoint({
    name: 'achFileUploads.list',
    summary: 'List ACH files',
    description:
      'Lists those that were closed for a bank and where they are, and those that came from it. The newest is first.',
    shape: 'list',
    query: fileList.query,
    list: fileList,
    example: { answer: example.file },
    read: ({ reader }, { query }) => listFiles(reader, query),
  }),
  achFileUploadEndpoint({
    name: 'achFileUploads.read',
    path: '/{achFileUploadId}',
    summary: 'Read where an ACH file is',
    read: ({ reader }, { params }) => readFile(reader, params.achFileUploadId),
  }),
  achFileUploadEndpoint({
    name: 'achFileUploads.download',
    path: '/{achFileUploadId}/download',
    summary: 'Download the bytes of an ACH file',
    description:
      'With the account numbers of all borrowers in it, so it needs a permission of its own, and the audit tells who did it. A large file comes in parts.',
    showsSecret: true,
    body: AchFileDownload,
    answer: AchFileContent,
    example: { body: example.download, answer: example.content },
    command: (ctx, tx, { params, body }) => downloadFile(ctx, tx, params.achFileUploadId, body),
  }),
  achFileUploadEndpoint({
    name: 'achFileUploads.release',
    path: '/{achFileUploadId}/release',
    summary: 'Let an ACH file leave',
    description:
      'One that is larger than what leaves by itself, that has missed its cut-off, or that came back with a backup. While payments are stopped it waits.',
    errors: [achFileErrors.AchFileState, achFileErrors.AchFileNotReady],
    command: (ctx, tx, { params }) => releaseFile(ctx, tx, params.achFileUploadId),
  }),
  achFileUploadEndpoint({
    name: 'achFileUploads.void',
    path: '/{achFileUploadId}/void',
    summary: 'Void an ACH file that has not left',
    description:
      'Its entries go into the file of the next cut-off, on a later day of settlement. Their payments stay pending, and count on the day on which they counted.',
    body: AchFileVoid,
    emits: [achFileVoided],
    errors: [achFileErrors.AchFileState, achFileErrors.AchFileNotReady],
    example: { body: example.theVoid },
    command: (ctx, tx, { params, body }) => voidFile(ctx, tx, params.achFileUploadId, body),
  }),
  achFileUploadEndpoint({
    name: 'achFileUploads.acknowledge',
    path: '/{achFileUploadId}/acknowledge',
    summary: 'Say that the bank has read an ACH file',
    description:
      'For banks whose acknowledgement a person reads: it names how much the bank has counted, which must be what the file has. No acknowledgement until `expectedBy` is told by `ach.file.unacknowledged`.',
    body: AchFileAcknowledge,
    emits: [achFileAcknowledged],
    errors: [achFileErrors.AchFileState],
    example: { body: example.acknowledge },
    command: (ctx, tx, { params, body }) => acknowledgeFile(ctx, tx, params.achFileUploadId, body),
  }),
];
