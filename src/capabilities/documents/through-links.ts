// A borrower sends documents by an upload link in two steps, as staff do: first a description, then the content. The key
// of a link lets its holder send documents, and read none.
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type PersonRow, person, sealerOf } from '#capabilities/people/index.ts';
import { machineNow } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import type { CommandRequest } from '#platform/command/run-command.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint, OpenContext } from '#platform/http/endpoint.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { keepContent, mustHaveRoom } from './contents.ts';
import { document } from './document.ts';
import { contentBytesMax, contentTypes, documentTypes } from './document-types.ts';
import { documentErrors } from './errors.ts';
import { documentUploaded } from './events.ts';
import { documentStates } from './states.ts';
import type { DocumentRow, UploadLinkRow } from './tables.ts';
import { type LinkNamed, linkNamedBy } from './upload-link.ts';

type EndReason = 'revoked' | 'expired' | 'usedUp';

const ended = (reason: EndReason): Refusal =>
  new Refusal(documentErrors.UploadLinkEnded, 'This link takes no documents any more.', { data: { reason } });

const noLink = (): Refusal =>
  new Refusal(errors.NotFound, 'There is no such link.', { data: { path: 'documentUploadLinkKey' } });

const noDocument = (id: string): Refusal =>
  new Refusal(errors.NotFound, `This link has made no document ${id}.`, { data: { path: 'documentDescriptorId' } });

/** Errors: NotFound, UploadLinkEnded. */
async function openLink(reader: Reader, { personId, id }: LinkNamed, now: Instant): Promise<UploadLinkRow> {
  const row = await reader.row(
    reader.db.selectFrom('document_upload_links').selectAll().where('person_id', '=', personId).where('id', '=', id),
  );
  if (row === undefined) throw noLink();
  if (row.deleted_at !== null) throw ended('revoked');
  if (row.expires_at <= now) throw ended('expired');
  return row;
}

interface Opened {
  readonly named: LinkNamed;
  readonly link: UploadLinkRow;
  readonly reader: Reader;
}

/** Errors: NotFound, UploadLinkEnded. */
async function opened({ vault, database, clock }: OpenContext, key: string): Promise<Opened> {
  const named = linkNamedBy(vault, key);
  if (named === undefined) throw noLink();
  const reader = database.reader(named.realm);
  return { named, reader, link: await openLink(reader, named, machineNow(clock)) };
}

/** Nobody has signed in, so the link itself is the actor of the command. */
async function commandOf(ctx: OpenContext, { named: { realm, personId, id }, reader }: Opened) {
  const timezone = await timezoneOf(reader);
  if (timezone === undefined) throw noLink();
  const caller: Caller = {
    realm,
    timezone,
    actor: { type: 'provider', id },
    name: 'an upload link',
    permissions: new Set(),
    apiVersion: null,
    reach: 'company',
    session: null,
  };
  return {
    caller,
    requestId: ctx.requestId,
    findSubject: (tx, locks) => person.find(tx, personId, locks),
    present: () => ({ status: 200, headers: {}, body: '' }),
  } satisfies Partial<CommandRequest<PersonRow, unknown>>;
}

interface Described {
  readonly fileName?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Errors: NotFound, UploadLinkEnded, NoRoom, PersonErased. */
async function createByLink(ctx: OpenContext, key: string, given: Described) {
  const asked = await opened(ctx, key);
  const { named } = asked;
  const made: DocumentRow[] = [];
  await ctx.runCommand({
    ...(await commandOf(ctx, asked)),
    emits: document.events.filter(({ type }) => type.endsWith('.created')),
    async run(command, tx, owner) {
      const link = await openLink(tx, named, command.machineNow());
      if (link.documents_made >= link.max_documents) throw ended('usedUp');
      await document.mustHaveRoom(tx, named.personId);
      tx.write(
        tx.db
          .updateTable('document_upload_links')
          .set({ documents_made: link.documents_made + 1, updated_at: command.machineNow() })
          .where('person_id', '=', named.personId)
          .where('id', '=', named.id),
      );
      const { fileName = null, description = null } = given;
      const fields = { type: link.document_type, loanId: link.loan_id, fileName, description };
      const ours = { is_human_borrower_upload: true, upload_link_id: named.id };
      const row = document.make(command, sealerOf(ctx.vault, owner), fields, ours, named.personId);
      document.insert(tx, row);
      document.tell(command, 'created', row);
      made.splice(0, 1, row);
    },
  });
  const [row] = made as [DocumentRow];
  return { id: row.id, object: 'documentUpload' as const, type: row.type, fileName: given.fileName ?? null };
}

/** Errors: NotFound, UploadLinkEnded, ContentIsFinal, NoRoom, those of a content that comes, PersonErased. */
async function uploadByLink(ctx: OpenContext, key: string, documentId: string) {
  const asked = await opened(ctx, key);
  const { named, link, reader } = asked;
  await mustHaveRoom(reader, await draftOf(reader, named, documentId));
  const arrived = await ctx.receive(named.realm, named.personId, link.max_content_length);
  try {
    await ctx.runCommand({
      ...(await commandOf(ctx, asked)),
      emits: [documentUploaded],
      async run(command, tx, parent) {
        await openLink(tx, named, command.machineNow());
        const row = await draftOf(tx, named, documentId);
        await keepContent(command, tx, { row, parent }, arrived, { isBorrowers: true });
      },
    });
  } catch (error) {
    await ctx.discard(named.realm, arrived).catch(() => {});
    throw error;
  }
  const { contentType, length: contentLength, sha256 } = arrived;
  return { id: documentId, object: 'documentContent' as const, contentType, contentLength, sha256 };
}

/** What a link has made and nobody has decided about. Errors: NotFound, ContentIsFinal. */
async function draftOf(reader: Reader, { personId, id }: LinkNamed, documentId: string): Promise<DocumentRow> {
  const row = await document.find(reader, documentId, { below: personId });
  if (row.upload_link_id !== id) throw noDocument(documentId);
  documentStates.mustAllow(row.status, 'send', { id: documentId });
  return row;
}

const named = (max: number, example: string) => Type.Optional(Nullable(Text({ max, example })));

const byLink = below({
  path: '/document-uploads/{documentUploadLinkKey}/documents',
  openTo: 'everybody',
  errors: [errors.NotFound, documentErrors.UploadLinkEnded, ...(person.refusesChange ?? []), errors.Locked],
});

export const throughLinks: readonly Endpoint[] = [
  byLink({
    name: 'documentUploads.create',
    summary: 'Say what is sent by an upload link',
    description: 'The first of two steps for whoever has the key of a link: no API key is needed.',
    shape: 'bare',
    body: Type.Object({ fileName: named(255, 'pay-slip.jpg'), description: named(1_000, 'My pay slip of May') }),
    answer: Type.Object(
      {
        id: Text({ max: 12, example: 'DD-5KX8-W2NB' }),
        object: Type.Literal('documentUpload'),
        type: StringEnum(documentTypes),
        fileName: Nullable(Text({ max: 255 })),
      },
      { title: 'DocumentUpload' },
    ),
    example: {
      body: { fileName: 'pay-slip.jpg' },
      answer: { id: 'DD-5KX8-W2NB', object: 'documentUpload', type: 'other', fileName: 'pay-slip.jpg' },
    },
    open: (ctx, { params, body }) => createByLink(ctx, params.documentUploadLinkKey, body),
  }),
  byLink({
    path: '/{documentDescriptorId}/content',
    name: 'documentUploads.upload',
    summary: 'Send a content by an upload link',
    description:
      'The body is the content itself, as large as the link allows. Until somebody has accepted or rejected the document, another content may be sent.',
    shape: 'bare',
    takes: { types: contentTypes, bytesMax: contentBytesMax },
    answer: Type.Object(
      {
        id: Text({ max: 12, example: 'DD-5KX8-W2NB' }),
        object: Type.Literal('documentContent'),
        contentType: Text({ max: 64, example: 'text/plain' }),
        contentLength: Type.Integer({ examples: [13] }),
        sha256: Text({ max: 64 }),
      },
      { title: 'DocumentContent' },
    ),
    errors: [
      errors.NotFound,
      documentErrors.UploadLinkEnded,
      documentErrors.ContentIsFinal,
      errors.NoRoom,
      ...(person.refusesChange ?? []),
    ],
    example: {
      body: 'My pay slip',
      answer: {
        id: 'DD-5KX8-W2NB',
        object: 'documentContent',
        contentType: 'text/plain',
        contentLength: 11,
        sha256: 'a'.repeat(64),
      },
    },
    open: (ctx, { params }) => uploadByLink(ctx, params.documentUploadLinkKey, params.documentDescriptorId),
  }),
];
