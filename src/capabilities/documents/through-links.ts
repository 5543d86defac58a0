// A borrower sends documents by an upload link in two steps, as staff do: first a description, then the content. The key
// of a link lets its holder send documents, and read none.
import Type from 'typebox';
import { person, sealerOf } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint, type OpenContext } from '#platform/http/endpoint.ts';
import { Bool, Described, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { scansOf } from './content-rows.ts';
import { keepContent, mustHaveRoom } from './contents.ts';
import { document } from './document.ts';
import { contentBytesMax, contentTypes, documentTypes } from './document-types.ts';
import { documentErrors } from './errors.ts';
import { documentUploaded } from './events.ts';
import { commandOf, draftOf, ended, opened, openLink } from './open-link.ts';
import { appendByLink, contentShown, progressByLink, sliceBytes } from './send-slices.ts';
import { type DocumentRow, scanStates } from './tables.ts';
import type { LinkNamed } from './upload-link.ts';
import { openPage } from './upload-page/open-page.ts';
import { languages } from './upload-page/texts.ts';

interface Given {
  readonly fileName?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly sendId?: string | null | undefined;
}

/** Errors: NotFound, UploadLinkEnded, NoRoom, PersonErased. */
async function createByLink(ctx: OpenContext, key: string, given: Given) {
  const asked = await opened(ctx, key);
  const { named } = asked;
  const made: DocumentRow[] = [];
  await ctx.runCommand({
    ...(await commandOf(ctx, asked)),
    emits: document.events.filter(({ type }) => type.endsWith('.created')),
    async run(command, tx, owner) {
      const link = await openLink(tx, named, command.machineNow());
      const { fileName = null, description = null, sendId = null } = given;
      const before = sendId === null ? undefined : await madeBefore(tx, named, sendId);
      if (before !== undefined) {
        made.splice(0, 1, before);
        if (await takesAnother(tx, before)) {
          document.change(
            tx,
            before,
            document.withDetails(sealerOf(ctx.vault, owner), before, { fileName, description }),
          );
        }
        return;
      }
      if (link.documents_made >= link.max_documents) throw ended('usedUp');
      await document.mustHaveRoom(tx, named.personId);
      tx.write(
        tx.db
          .updateTable('document_upload_links')
          .set({ documents_made: link.documents_made + 1, updated_at: command.machineNow() })
          .where('person_id', '=', named.personId)
          .where('id', '=', named.id),
      );
      const fields = { type: link.document_type, loanId: link.loan_id, fileName, description };
      const ours = { is_human_borrower_upload: true, upload_link_id: named.id, send_id: sendId };
      const row = document.make(command, sealerOf(ctx.vault, owner), fields, ours, named.personId);
      document.insert(tx, row);
      document.tell(command, 'created', row);
      made.splice(0, 1, row);
    },
  });
  const [row] = made as [DocumentRow];
  return { id: row.id, object: 'documentUpload' as const, type: row.type, fileName: given.fileName ?? null };
}

/** It has no content, or one in which something was found: what is sent now may be another file. */
async function takesAnother(tx: Tx, { person_id, content_id: contentId }: DocumentRow): Promise<boolean> {
  return contentId === null || (await scansOf(tx, person_id, [contentId])).get(contentId) === 'infected';
}

/** What was made by a request whose answer was lost. */
async function madeBefore(tx: Tx, { personId, id }: LinkNamed, sendId: string): Promise<DocumentRow | undefined> {
  const row = await tx.row(
    tx.db
      .selectFrom('documents')
      .selectAll()
      .where('person_id', '=', personId)
      .where('upload_link_id', '=', id)
      .where('send_id', '=', sendId)
      .where('deleted_at', 'is', null),
  );
  return row as DocumentRow | undefined;
}

/** Errors: NotFound, UploadLinkEnded, ContentIsFinal, NoRoom, those of a content that comes, PersonErased. */
async function uploadByLink(ctx: OpenContext, key: string, documentId: string) {
  const asked = await opened(ctx, key);
  const { named, link, reader } = asked;
  await mustHaveRoom(reader, await draftOf(reader, named, documentId));
  const arrived = await ctx.receive(named.realm, named.personId, { bytesMax: link.max_content_length });
  try {
    await ctx.runCommand({
      ...(await commandOf(ctx, asked)),
      emits: [documentUploaded],
      async run(command, tx, parent) {
        await openLink(tx, named, command.machineNow());
        const row = await draftOf(tx, named, documentId);
        await keepContent(command, tx, { row, parent }, arrived, { isBorrowers: true, scanning: command });
      },
    });
  } catch (error) {
    await ctx.discard(named.realm, arrived).catch(() => {});
    throw error;
  }
  return contentShown(documentId, arrived);
}

const named = (max: number, example: string) => Type.Optional(Nullable(Text({ max, example })));

const byLink = below({
  path: '/document-uploads/{documentUploadLinkKey}/documents',
  openTo: 'everybody',
  errors: [errors.NotFound, documentErrors.UploadLinkEnded, ...(person.refusesChange ?? []), errors.Locked],
});

const ContentProgress = Type.Object(
  {
    id: Text({ max: 12, example: 'DD-5KX8-W2NB' }),
    object: Type.Literal('documentContent'),
    offset: Type.Integer({ description: 'How many of its bytes have come.', examples: [11] }),
    contentType: Nullable(Text({ max: 64, example: 'text/plain' }), {
      description: 'Null until it has come as a whole.',
    }),
    contentLength: Nullable(Type.Integer({ examples: [11] })),
    sha256: Nullable(Text({ max: 64 })),
  },
  { title: 'DocumentContent' },
);

const sent = {
  id: 'DD-5KX8-W2NB',
  object: 'documentContent',
  offset: 11,
  contentType: 'text/plain',
  contentLength: 11,
  sha256: 'a'.repeat(64),
} as const;

const contentErrors = [
  errors.NotFound,
  documentErrors.UploadLinkEnded,
  documentErrors.ContentIsFinal,
  errors.NoRoom,
  ...(person.refusesChange ?? []),
];

const contentByLink = below({
  path: '/document-uploads/{documentUploadLinkKey}/documents/{documentDescriptorId}/content',
  openTo: 'everybody',
  answer: ContentProgress,
  errors: contentErrors,
});

const takes = { types: contentTypes, bytesMax: contentBytesMax };

const page = endpoint({
  name: 'documentUploads.page',
  method: 'GET',
  path: '/document-uploads/{documentUploadLinkKey}',
  summary: 'Open the page of an upload link',
  description:
    'For the borrower: it says what is asked for, takes files and photos, shows how far they are, and goes on after a lost connection.',
  openTo: 'everybody',
  shape: 'page',
  contentType: 'text/html',
  query: {
    lang: Type.Optional(StringEnum(languages, { description: 'As the browser prefers it if not given.' })),
  },
  answer: Type.String(),
  errors: [errors.NotFound, documentErrors.UploadLinkEnded],
  example: { answer: '<!doctype html>…' },
  open: (ctx, { params, query }) => openPage(ctx, params.documentUploadLinkKey, query.lang),
});

export const throughLinks: readonly Endpoint[] = [
  page,
  byLink({
    name: 'documentUploads.create',
    summary: 'Say what is sent by an upload link',
    description: 'The first of two steps for whoever has the key of a link: no API key is needed.',
    shape: 'bare',
    body: Type.Object({
      fileName: named(255, 'pay-slip.jpg'),
      description: named(1_000, 'My pay slip of May'),
      sendId: Type.Optional(
        Nullable(Text({ min: 16, max: 64 }), {
          description: 'Drawn by the sender: the same one makes one document, however often.',
        }),
      ),
    }),
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
  contentByLink({
    name: 'documentUploads.upload',
    summary: 'Send a content by an upload link',
    description:
      'The body is the content itself, as large as the link allows. Until somebody has accepted or rejected the document, another content may be sent, twenty in all.',
    shape: 'bare',
    takes: { ...takes, asForm: true },
    example: { body: 'My pay slip', answer: sent },
    open: (ctx, { params }) => uploadByLink(ctx, params.documentUploadLinkKey, params.documentDescriptorId),
  }),
  contentByLink({
    name: 'documentUploads.append',
    summary: 'Send a slice of a content by an upload link',
    description: `The body is a part of the content, of ${sliceBytes.least} to ${sliceBytes.most} bytes; only the last one may be shorter. Each slice that was answered stays for a day after the first one, also when the connection is lost: GET says where to go on. Content-Type is that of the whole, which is checked with the last slice; should its answer be lost, an empty body at the end does it again. Whoever sends the first byte begins anew.`,
    shape: 'bare',
    takes,
    query: {
      offset: Int({ min: 0, max: contentBytesMax, description: 'How many bytes of the content come before it.' }),
      length: Int({ min: 1, max: contentBytesMax, description: 'How many bytes the whole content has.' }),
    },
    errors: [...contentErrors, documentErrors.WrongOffset],
    example: { body: 'My pay slip', query: { offset: '0', length: '11' }, answer: sent },
    open: (ctx, { params, query }) =>
      appendByLink(ctx, params.documentUploadLinkKey, params.documentDescriptorId, query),
  }),
  contentByLink({
    name: 'documentUploads.read',
    method: 'GET',
    summary: 'Ask how much of a content has come by an upload link',
    description:
      'Slices go on at `offset`; 0: nothing has come, or its time is over. The content itself is never shown.',
    shape: 'bare',
    answer: Type.Object(
      {
        id: Text({ max: 12, example: 'DD-5KX8-W2NB' }),
        object: Type.Literal('documentUploadProgress'),
        offset: Type.Integer({ examples: [4_194_304] }),
        hasContent: Described(Bool, {
          description: 'True: a content has come as a whole, and no scanner has found something in it.',
        }),
        scanStatus: Nullable(StringEnum(scanStates), {
          description: 'What the scanner says of the last content. Null: there is none, or no scanner.',
        }),
      },
      { title: 'DocumentUploadProgress' },
    ),
    example: {
      answer: {
        id: 'DD-5KX8-W2NB',
        object: 'documentUploadProgress',
        offset: 4_194_304,
        hasContent: false,
        scanStatus: null,
      },
    },
    open: (ctx, { params }) => progressByLink(ctx, params.documentUploadLinkKey, params.documentDescriptorId),
  }),
];
