// Notes of a supercase: private ones stay here, global ones are written on each of its cases too.
import type { Static } from 'typebox';
import Type from 'typebox';
import { sensitiveNoteRead } from '#capabilities/cases/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { Bool, DateTime, Described, Nullable, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { supercaseErrors } from './errors.ts';
import { mustBeOpen } from './states.ts';
import { supercaseOfPath } from './supercase.ts';
import { type SupercaseNoteRow, type SupercaseRow, supercaseNotes } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });
const content = Text({ min: 1, max: 10_000, example: 'The county has reopened the bridge.' });
const marks = {
  important: Described(Bool, { description: 'False if not given.' }),
  sensitiveData: Described(Bool, {
    description: 'True: its content is shown only to callers with `note:read.sensitive`.',
  }),
};
const isGlobal = Described(Bool, {
  description: 'True: it is written on each case of the supercase too. It does not change.',
});

const SupercaseNote = Type.Object(
  {
    id: id('NT-5W8K-R2QM'),
    object: Type.Literal('supercaseNote'),
    companyId: id('CP-2W8D-K4TN'),
    supercaseId: id('SC-5KX8-W2NB'),
    content: Nullable(content, {
      description: 'As it was written. Null for callers who may not read sensitive notes.',
    }),
    isGlobal,
    ...marks,
    operationId: Nullable(id('OP-7KQ2-M9XA'), { description: 'The operation that writes it on the cases.' }),
    ...madeByFields,
    createdAt: DateTime,
  },
  { title: 'SupercaseNote' },
);

const given = Type.Partial(Type.Object(marks)).properties;
const NoteCreate = Type.Object(
  { content, isGlobal: Type.Optional(isGlobal), ...given },
  { title: 'SupercaseNoteCreate' },
);
export const GlobalNote = Type.Object({ content, ...given }, { title: 'SubcasesNote' });

export const contentPart = (noteId: string): string => `supercase_notes.${noteId}.content`;
const present = presenter<typeof SupercaseNote, SupercaseNoteRow>(SupercaseNote);

export const supercaseNoteWritten = eventsAbout('company', {
  supercaseId: Text({ max: 12 }),
  supercaseNoteId: Text({ max: 12 }),
})('supercase.note.created', 'A note was written on a supercase.', { isGlobal: Bool });

export const contentOf = (vault: Vault, { id: noteId, company_id, content_sealed }: SupercaseNoteRow): string =>
  vault.companySealer(company_id).unseal(contentPart(noteId), content_sealed);

const notesOf = (reader: Reader, supercaseId: string) =>
  reader.db.selectFrom('supercase_notes').select(supercaseNotes.all).where('supercase_id', '=', supercaseId);

/** Oldest first: as they are written on a new case. */
export const globalNotesOf = (reader: Reader, supercaseId: string): Promise<SupercaseNoteRow[]> =>
  reader.rows(notesOf(reader, supercaseId).where('is_global', '=', true).orderBy('position').orderBy('id'));

/** Starts what writes a global note on the cases that there are; undefined: there are none yet. */
export type StartNoting = (
  ctx: CommandContext,
  tx: Tx,
  ofCase: SupercaseRow,
  noteId: string,
) => Promise<OperationView | undefined>;

/** Errors: SupercaseClosed. */
export async function writeSupercaseNote(
  ctx: CommandContext,
  tx: Tx,
  ofCase: SupercaseRow,
  sent: Static<typeof NoteCreate>,
  startNoting: StartNoting,
) {
  mustBeOpen(ofCase);
  const noteId = newId('NT');
  const operation = sent.isGlobal === true ? await startNoting(ctx, tx, ofCase, noteId) : undefined;
  const row: SupercaseNoteRow = {
    id: noteId,
    supercase_id: ofCase.id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    is_global: sent.isGlobal ?? false,
    important: sent.important ?? false,
    sensitive_data: sent.sensitiveData ?? false,
    content_sealed: ctx.vault.companySealer(ctx.realm.companyId).seal(contentPart(noteId), sent.content),
    operation_id: operation?.id ?? null,
    ...madeBy(ctx.caller.actor),
    created_at: ctx.now,
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('supercase_notes').values(columns), redraw('supercase_notes_pkey'));
  const told = { supercaseId: ofCase.id, supercaseNoteId: noteId, isGlobal: row.is_global };
  ctx.emit(supercaseNoteWritten, row.company_id, told);
  return { row, operation };
}

interface Reading {
  readonly vault: Vault;
  readonly caller: { readonly permissions: ReadonlySet<string> };
}

const presentNote = ({ vault, caller }: Reading, row: SupercaseNoteRow) => {
  const isHidden = row.sensitive_data && !caller.permissions.has(sensitiveNoteRead);
  return present(row, { object: 'supercaseNote', content: isHidden ? null : contentOf(vault, row) });
};

const list = defineList({
  table: 'supercase_notes',
  below: 'supercase_id',
  sort: ['createdAt'],
  filters: { isGlobal: Bool },
});

const noteEndpoint = below({
  path: '/supercases/{supercaseId}/notes',
  permission: 'supercase.note',
  subject: supercaseOfPath,
  answer: SupercaseNote,
});

export const supercaseNoteRoutes = (startNoting: StartNoting): readonly Endpoint[] => [
  noteEndpoint({
    name: 'supercaseNotes.list',
    summary: 'List the notes of a supercase',
    shape: 'list',
    query: list.query,
    list,
    showsPersonal: (_, { permissions }) => permissions.has(sensitiveNoteRead),
    read: ({ reader, vault, caller }, { query }, row) =>
      list.page(reader, notesOf(reader, row.id), query, {
        below: row.id,
        each: (note) => presentNote({ vault, caller }, note),
      }),
  }),
  noteEndpoint({
    name: 'supercaseNotes.create',
    summary: 'Write a note on a supercase',
    description:
      'A private one stays there. A global one is written on each of its cases that is open, by an operation, and on those that are made later.',
    body: NoteCreate,
    errors: [supercaseErrors.SupercaseClosed],
    emits: [supercaseNoteWritten],
    example: { body: { content: 'The county has reopened the bridge.', isGlobal: true } },
    command: async (ctx, tx, { body }, row) =>
      presentNote(ctx, (await writeSupercaseNote(ctx, tx, row, body, startNoting)).row),
  }),
];
