// A row as its schema shows it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { Nullable } from '#platform/input/schemas.ts';
import { presenter } from './columns.ts';

const Note = Type.Object({
  id: Type.String(),
  object: Type.Literal('note'),
  noteText: Nullable(Type.String()),
  isLong: Type.Boolean(),
  updatedAt: Nullable(Type.String()),
});

interface NoteRow {
  readonly id: string;
  readonly note_text: string | null;
}

const present = presenter<typeof Note, NoteRow>(Note);

test('an answer has the fields of its schema in their order: those that are given, then the columns', () => {
  const row: NoteRow = { id: 'NO-7KQ2-M9XA', note_text: 'called' };
  const shown = { id: 'NO-7KQ2-M9XA', object: 'note', noteText: 'called', isLong: false, updatedAt: null };
  assert.equal(JSON.stringify(present(row, { isLong: false })), JSON.stringify(shown));
  assert.deepEqual(
    present(row, { isLong: true, noteText: null }).noteText,
    null,
    'a null that is given hides the column',
  );
  assert.deepEqual(present({ ...row, note_text: null }, { isLong: true }).noteText, null);
  assert.deepEqual(present(row, { isLong: false }), shown, 'no answer changes another');
});
