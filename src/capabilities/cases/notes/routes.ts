import { sql } from 'kysely';
import Type from 'typebox';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Bool, Described, StringEnum } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { caseResource } from '../case.ts';
import { caseErrors } from '../errors.ts';
import { toldOfCase } from '../events.ts';
import { movingBy } from '../moving-context.ts';
import { taskChanged, toldOfTask } from '../tasks/events.ts';
import { openTask } from '../tasks/task.ts';
import { noteChanged, noteWritten } from './events.ts';
import {
  CaseNote,
  changeNote,
  NoteCreate,
  NoteUpdate,
  noteOfCase,
  notesOfCase,
  presentNote,
  sensitiveNoteRead,
  writeNote,
} from './note.ts';
import { noteCategories } from './tables.ts';

const noteEndpoint = below({
  path: '/people/{personId}/cases/{caseId}/notes',
  permission: 'case.note',
  subject: caseResource.subject,
  answer: CaseNote,
});

const list = defineList({
  table: 'case_notes',
  below: 'person_id',
  sort: ['createdAt', 'updatedAt', 'category'],
  filters: {
    categories: {
      schema: Type.Array(StringEnum(noteCategories), { description: 'Only these.' }),
      where: (asked: readonly string[] | undefined) =>
        asked === undefined ? undefined : sql<boolean>`category = any(${asked}::text[])`,
    },
    includeArchived: {
      schema: Described(Bool, { description: 'Archived ones too.' }),
      where: (asked: boolean | undefined) => (asked === true ? undefined : sql<boolean>`not archived`),
    },
    pinned: Described(Bool, { description: 'True: only pinned ones; false: none of them.' }),
  },
});

const mayReadSensitive = (permissions: ReadonlySet<string>): boolean => permissions.has(sensitiveNoteRead);

export const caseNoteRoutes: readonly Endpoint[] = [
  noteEndpoint({
    name: 'caseNotes.list',
    summary: 'List the notes of a case',
    shape: 'list',
    query: list.query,
    list,
    showsPersonal: (_, { permissions }) => mayReadSensitive(permissions),
    read: ({ reader, vault, caller }, { query }, found) =>
      list.page(reader, notesOfCase(reader, found.row), query, {
        below: found.row.person_id,
        each: (row) => presentNote({ vault, caller }, found, row),
      }),
  }),
  noteEndpoint({
    name: 'caseNotes.create',
    summary: 'Write a note on a case',
    description: 'With `taskableInstruction` it is a task of the case, from now on.',
    status: 200,
    body: NoteCreate,
    errors: [caseErrors.CaseClosed, errors.NoRoom],
    emits: [noteWritten, taskChanged],
    example: { body: { content: 'Called: has sent the papers.' } },
    command: async (ctx, tx, { body }, found) => {
      const note = await writeNote(movingBy(ctx), tx, found, body);
      if (note.taskable_instruction) {
        const { kind, fields } = toldOfTask(await openTask(ctx, tx, found, 'note', { noteId: note.id }), found.row);
        ctx.emit(kind, note.person_id, fields, { about: { caseId: note.case_id } });
      }
      return presentNote(ctx, found, note);
    },
  }),
  noteEndpoint({
    name: 'caseNotes.update',
    path: '/{caseNoteId}',
    summary: 'Change, pin or archive a note of a case',
    description: 'What is not sent stays.',
    body: NoteUpdate,
    errors: [errors.NotFound, caseErrors.CaseClosed, errors.Forbidden],
    emits: [noteChanged],
    example: { body: { pinned: true } },
    command: async (ctx, tx, { body, params }, found) => {
      const note = changeNote(ctx, tx, found, await noteOfCase(tx, found.row, params.caseNoteId), body);
      ctx.emit(
        noteChanged,
        note.person_id,
        { ...toldOfCase(found.row), caseNoteId: note.id },
        { about: { caseId: note.case_id } },
      );
      return presentNote(ctx, found, note);
    },
  }),
];
