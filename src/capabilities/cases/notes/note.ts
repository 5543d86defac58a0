// Notes of a case: what people of the company write down while they work on it.
import type { Static } from 'typebox';
import Type from 'typebox';
import { sealerOf } from '#capabilities/people/index.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { newId } from '#platform/ids.ts';
import { Bool, DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { mustHaveRoomFor } from '#platform/resource/room.ts';
import { type CaseOfPath, mustBeOpen, touchCase } from '../case.ts';
import { toldOfCase } from '../events.ts';
import type { MovingContext } from '../moving-context.ts';
import type { CaseRow } from '../tables.ts';
import { noteWritten } from './events.ts';
import { caseNotes, type NoteRow, noteCategories, noteStatuses } from './tables.ts';

/** The permission for notes that are marked as sensitive. */
export const sensitiveNoteRead = 'note:read.sensitive';

const notesMax = 5_000;

const id = (example: string) => Text({ max: 12, example });
const flags = {
  important: Bool,
  pinned: Described(Bool, { description: 'True: lists can ask for these alone.' }),
  archived: Described(Bool, { description: 'Lists leave it out unless `includeArchived` is true.' }),
  sensitiveData: Described(Bool, {
    description: 'True: its content is shown only to callers with `note:read.sensitive`.',
  }),
};
const kept = {
  status: StringEnum(noteStatuses),
  category: StringEnum(noteCategories, { description: '`generic` if not given.' }),
  ...flags,
  taskableInstruction: Described(Bool, {
    description: 'True: somebody has to review it, which is a task of the case.',
  }),
};

export const CaseNote = Type.Object(
  {
    id: id('NT-5W8K-R2QM'),
    object: Type.Literal('note'),
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    caseId: id('CS-7KQ2-M9XA'),
    content: Nullable(Text({ max: 10_000, example: 'Called: has sent the papers.' }), {
      description: 'As it was written. Null for callers who may not read sensitive notes.',
    }),
    ...kept,
    supercaseNoteId: Nullable(id('NT-5W8K-R2QM'), {
      description: 'The note of a supercase that it repeats: its content stays.',
    }),
    ...madeByFields,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'CaseNote' },
);
export type CaseNote = Static<typeof CaseNote>;

const content = Text({ min: 1, max: 10_000, example: 'Called: has sent the papers.' });
const { taskableInstruction, ...changing } = Type.Partial(Type.Object(kept)).properties;

export const NoteCreate = Type.Object({ content, ...changing, taskableInstruction }, { title: 'CaseNoteCreate' });
export const NoteUpdate = Type.Object({ content: Type.Optional(content), ...changing }, { title: 'CaseNoteUpdate' });

const sealedPart = (noteId: string): string => `case_notes.${noteId}.content`;
const present = presenter<typeof CaseNote, NoteRow>(CaseNote);

interface Reading {
  readonly vault: Vault;
  readonly caller: Pick<Caller, 'permissions'>;
}

export function presentNote({ vault, caller }: Reading, { parent }: CaseOfPath, row: NoteRow): CaseNote {
  const isHidden = row.sensitive_data && !caller.permissions.has(sensitiveNoteRead);
  const sealed = isHidden ? null : row.content_sealed;
  return present(row, {
    object: 'note',
    content: sealed === null ? null : sealerOf(vault, parent).unseal(sealedPart(row.id), sealed),
  });
}

export const notesOfCase = (reader: Reader, { person_id, id: caseId }: CaseRow) =>
  reader.db
    .selectFrom('case_notes')
    .select(caseNotes.all.map((column) => `case_notes.${column}` as const))
    .where('person_id', '=', person_id)
    .where('case_id', '=', caseId);

/** Errors: NotFound, with the path `caseNoteId`. */
export async function noteOfCase(reader: Reader, ofCase: CaseRow, noteId: string): Promise<NoteRow> {
  const row = await reader.row(notesOfCase(reader, ofCase).where('id', '=', noteId));
  if (row === undefined) throw notFound('note', noteId, 'caseNoteId', 'This case');
  return row;
}

/** Whether a note of a supercase is repeated on the case. */
export async function hasNote(reader: Reader, ofCase: CaseRow, supercaseNoteId: string): Promise<boolean> {
  const own = notesOfCase(reader, ofCase).clearSelect().select('id');
  return (await reader.row(own.where('supercase_note_id', '=', supercaseNoteId))) !== undefined;
}

/** `supercaseNoteId`: the note of a supercase that it repeats. Errors: CaseClosed, NoRoom. */
export async function writeNote(
  ctx: MovingContext,
  tx: Tx,
  { row: ofCase, parent }: CaseOfPath,
  sent: Static<typeof NoteCreate>,
  supercaseNoteId: string | null = null,
): Promise<NoteRow> {
  mustBeOpen(ofCase);
  const some = notesOfCase(tx, ofCase).clearSelect().select('id');
  await mustHaveRoomFor(tx, some, notesMax, `This case has ${notesMax} notes already.`);
  const noteId = newId('NT');
  const row: NoteRow = {
    person_id: ofCase.person_id,
    id: noteId,
    case_id: ofCase.id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    category: sent.category ?? 'generic',
    status: sent.status ?? 'active',
    important: sent.important ?? false,
    pinned: sent.pinned ?? false,
    archived: sent.archived ?? false,
    sensitive_data: sent.sensitiveData ?? false,
    taskable_instruction: sent.taskableInstruction ?? false,
    supercase_note_id: supercaseNoteId,
    content_sealed: sealerOf(ctx.vault, parent).seal(sealedPart(noteId), sent.content),
    ...madeBy(ctx.actor),
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('case_notes').values(columns), redraw('case_notes_pkey'));
  touchCase(ctx, tx, ofCase);
  const about = { caseId: ofCase.id };
  ctx.emit(noteWritten, row.person_id, { ...toldOfCase(ofCase), caseNoteId: noteId }, { about });
  return row;
}

/** Errors: CaseClosed, Forbidden, InvalidRequest. */
export function changeNote(
  ctx: CommandContext,
  tx: Tx,
  { row: ofCase, parent }: CaseOfPath,
  before: NoteRow,
  sent: Static<typeof NoteUpdate>,
): NoteRow {
  mustBeOpen(ofCase);
  // Else whoever may not read a sensitive note would take the mark away, and read it.
  if (before.sensitive_data && sent.sensitiveData === false) mustHave(ctx.caller, sensitiveNoteRead);
  if (before.supercase_note_id !== null && sent.content !== undefined) {
    throw refuseField('content', 'is that of a note of the supercase', 'nothing; write another note beside it');
  }
  const set = {
    category: sent.category ?? before.category,
    status: sent.status ?? before.status,
    important: sent.important ?? before.important,
    pinned: sent.pinned ?? before.pinned,
    archived: sent.archived ?? before.archived,
    sensitive_data: sent.sensitiveData ?? before.sensitive_data,
    ...(sent.content !== undefined && {
      content_sealed: sealerOf(ctx.vault, parent).seal(sealedPart(before.id), sent.content),
    }),
    updated_at: ctx.now,
  };
  tx.write(
    tx.db.updateTable('case_notes').set(set).where('person_id', '=', before.person_id).where('id', '=', before.id),
  );
  touchCase(ctx, tx, ofCase);
  return { ...before, ...set };
}
