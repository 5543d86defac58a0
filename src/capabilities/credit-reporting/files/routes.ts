// Endpoints of the files for credit agencies.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, GivenContent, ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, DateOnly, Described, Named, Nullable } from '#platform/input/schemas.ts';
import { creditAgency } from '../agencies/agency.ts';
import { creditErrors } from '../errors.ts';
import { creditFileChanged } from '../events.ts';
import { creditFiles, type FileRow } from '../tables.ts';
import { downloadPermission } from '../words.ts';
import { CreditFile, fileList, fileOfPath, showFile } from './file.ts';
import { monthAsked, startFile } from './start.ts';

const ofAgency = '/companies/{companyId}/credit-agencies/{creditAgencyId}/files';

const all = below({ path: ofAgency, permission: 'credit.file', subject: creditAgency.subject, answer: CreditFile });
const one = below({
  path: `${ofAgency}/{creditFileId}`,
  permission: 'credit.file',
  subject: fileOfPath,
  answer: CreditFile,
});

const CreditFileCreate = Named('CreditFileCreate')({
  asOf: Type.Optional(
    Nullable(DateOnly, {
      description:
        'The last day of the month. If not given that of the month before; of a correction the last one said.',
    }),
  ),
  isCorrection: Type.Optional(
    Described(Bool, {
      description:
        'True: says the last month again, of those loans alone of which something else is known now, with the correction indicator of the form. Default false.',
    }),
  ),
});

export const fileRoutes: readonly Endpoint[] = [
  all({
    name: 'creditFiles.list',
    summary: 'List the files for a credit agency',
    shape: 'list',
    query: fileList.query,
    list: fileList,
    read: ({ reader }, { query }, { row }) =>
      fileList.page(reader, reader.db.selectFrom('credit_files').select(creditFiles.all), query, {
        below: row.id,
        each: (found) => showFile(found as FileRow),
      }),
  }),
  all({
    name: 'creditFiles.create',
    summary: 'Make a file for a credit agency',
    description:
      'Each month has one, in their order. An operation reads the books of the last day as they are known now, checks the file by every rule of the form, also beside the month before, and leaves it with the agency. What breaks a rule does not leave: `findings` says which loan and which rule. What lacks something is left out: `leftOut` says why.',
    body: CreditFileCreate,
    errors: [creditErrors.CreditFileThere, creditErrors.CreditAgencyInactive],
    emits: [creditFileChanged],
    example: { body: {} },
    async command(ctx, tx, { body }, { row: agency }) {
      const isCorrection = body.isCorrection ?? false;
      const today = dateInZone(ctx.now, (await timezoneOf(tx)) ?? 'UTC');
      const asOf = await monthAsked(tx, agency, { today, asOf: body.asOf, isCorrection });
      // Leaving it there is downloading it for somebody else.
      if (agency.place !== null) mustHave(ctx.caller, downloadPermission);
      const { actor } = ctx.caller;
      return showFile(startFile(ctx, tx, { agency, asOf, isCorrection, isScheduled: false, responsible: actor }));
    },
  }),
  one({
    name: 'creditFiles.read',
    summary: 'Read a file for a credit agency',
    read: async (_ctx, _input, { file }) => showFile(file),
  }),
  one({
    name: 'creditFiles.download',
    path: '/content',
    permission: downloadPermission,
    summary: 'Download a file for a credit agency',
    description: 'It tells of borrowers, and goes after ninety days. What is encrypted ends in .pgp.',
    shape: 'content',
    contentType: 'text/plain',
    showsPersonal: () => true,
    errors: [errors.NotFound],
    content: (ctx, _input, { file }) => contentOf(ctx, file),
  }),
];

/** Errors: NotFound. */
async function contentOf(
  { reader, vault }: ReadContext,
  { id, content_id, file_name }: FileRow,
): Promise<GivenContent> {
  const { companyId } = reader.realm;
  const blob =
    content_id === null ? undefined : await findBlob(reader, vault.companySealer(companyId), companyId, content_id);
  if (blob !== undefined && file_name !== null)
    return {
      blob,
      contentType: file_name.endsWith('.pgp') ? 'application/octet-stream' : 'text/plain',
      fileName: file_name,
    };
  const why = content_id === null ? 'has no content yet' : 'had a content, which went after ninety days';
  throw new Refusal(errors.NotFound, `The file ${id} ${why}.`, { data: { path: 'creditFileId' } });
}
