// Notes of a case of the company. They stay as they were written.
import Type, { type Static } from 'typebox';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { newId } from '#platform/ids.ts';
import { Bool, DateTime, Described, Nullable, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { caseErrors } from '../errors.ts';
import { sensitiveNoteRead } from '../notes/note.ts';
import { caseStates } from '../states.ts';
import { companyCaseOfPath } from './company-case.ts';
import { type CompanyCaseRow, type CompanyNoteRow, companyCaseNotes } from './tables.ts';

const id = (example: string) => Text({ max: 12, example });
const content = Text({ min: 1, max: 10_000, example: 'The state wants the list of loans of May.' });
const marks = {
  important: Described(Bool, { description: 'False if not given.' }),
  sensitiveData: Described(Bool, {
    description: 'True: its content is shown only to callers with `note:read.sensitive`.',
  }),
};

const CompanyCaseNote = Type.Object(
  {
    id: id('NT-5W8K-R2QM'),
    object: Type.Literal('companyCaseNote'),
    companyId: id('CP-2W8D-K4TN'),
    companyCaseId: id('CS-7KQ2-M9XA'),
    content: Nullable(content, {
      description: 'As it was written. Null for callers who may not read sensitive notes.',
    }),
    ...marks,
    ...madeByFields,
    createdAt: DateTime,
  },
  { title: 'CompanyCaseNote' },
);

const given = Type.Partial(Type.Object(marks)).properties;
const NoteCreate = Type.Object({ content, ...given }, { title: 'CompanyCaseNoteCreate' });

export const contentPart = (noteId: string): string => `company_case_notes.${noteId}.content`;

export const companyNoteWritten = eventsAbout('company', {
  companyCaseId: Text({ max: 12 }),
  companyCaseNoteId: Text({ max: 12 }),
})('companycase.note.created', 'A note was written on a case of the company.');

const present = presenter<typeof CompanyCaseNote, CompanyNoteRow>(CompanyCaseNote);

interface Reading {
  readonly vault: Vault;
  readonly caller: Pick<Caller, 'permissions'>;
}

function presentNote({ vault, caller }: Reading, row: CompanyNoteRow) {
  const isHidden = row.sensitive_data && !caller.permissions.has(sensitiveNoteRead);
  const open = () => vault.companySealer(row.company_id).unseal(contentPart(row.id), row.content_sealed);
  return present(row, { object: 'companyCaseNote', content: isHidden ? null : open() });
}

const list = defineList({ table: 'company_case_notes', below: 'company_case_id', sort: ['createdAt'] });
const notesOf = (reader: Reader, { id: caseId }: CompanyCaseRow) =>
  reader.db.selectFrom('company_case_notes').select(companyCaseNotes.all).where('company_case_id', '=', caseId);

const noteEndpoint = below({
  path: '/company-cases/{companyCaseId}/notes',
  permission: 'company.case.note',
  subject: companyCaseOfPath,
  answer: CompanyCaseNote,
});

export const companyNoteRoutes: readonly Endpoint[] = [
  noteEndpoint({
    name: 'companyCaseNotes.list',
    summary: 'List the notes of a case of the company',
    shape: 'list',
    query: list.query,
    list,
    showsPersonal: (_, { permissions }) => permissions.has(sensitiveNoteRead),
    read: ({ reader, vault, caller }, { query }, row) =>
      list.page(reader, notesOf(reader, row), query, {
        below: row.id,
        each: (note) => presentNote({ vault, caller }, note),
      }),
  }),
  noteEndpoint({
    name: 'companyCaseNotes.create',
    summary: 'Write a note on a case of the company',
    body: NoteCreate,
    errors: [caseErrors.CaseClosed],
    emits: [companyNoteWritten],
    example: { body: { content: 'The state wants the list of loans of May.' } },
    command: async (ctx, tx, { body }, ofCase) => {
      caseStates.mustAllow(ofCase.status, 'change', { id: ofCase.id });
      const row = newNote(ctx, ofCase, body);
      const { company_id: _, ...columns } = row;
      tx.write(tx.db.insertInto('company_case_notes').values(columns), redraw('company_case_notes_pkey'));
      ctx.emit(companyNoteWritten, row.company_id, { companyCaseId: ofCase.id, companyCaseNoteId: row.id });
      return presentNote(ctx, row);
    },
  }),
];

function newNote(ctx: CommandContext, ofCase: CompanyCaseRow, sent: Static<typeof NoteCreate>): CompanyNoteRow {
  const noteId = newId('NT');
  return {
    id: noteId,
    company_case_id: ofCase.id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    important: sent.important ?? false,
    sensitive_data: sent.sensitiveData ?? false,
    content_sealed: ctx.vault.companySealer(ctx.realm.companyId).seal(contentPart(noteId), sent.content),
    ...madeBy(ctx.caller.actor),
    created_at: ctx.now,
  };
}
