// Notes: what people of the company write down about a borrower, or about one of their loans. No borrower reaches them.
import { findNamedLoan } from '#capabilities/loans/index.ts';
import { person, personSealers } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { Id, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notes } from '../tables.ts';
import { noteType } from './note-type.ts';

const id = (example: string) => Text({ max: 12, example });
const ofLoan = Id('LN', 'loan', { description: 'The loan of this borrower that it is about.' });

export const note = defineResource({
  name: 'note',
  plural: 'notes',
  prefix: 'NT',
  table: notes,
  below: { path: '/people/{personId}', subject: person, column: 'person_id', words: 'This borrower' },
  fields: {
    text: Nullable(Text({ min: 1, max: 10_000, example: 'Called: is out of work until May.' }), {
      description: 'As it was written. It is no HTML: who shows it escapes it.',
    }),
    loanId: Nullable(id('LN-7T2X-P5QG'), { description: 'The loan that it is about. Null: the borrower.' }),
    noteTypeId: Nullable(id('NT-5W8K-R2QM')),
    ...madeByFields,
  },
  onlyShown: ['createdByType', 'createdById'],
  taken: {
    text: Text({ min: 1, max: 10_000 }),
    loanId: Nullable(ofLoan),
    noteTypeId: Nullable(Id('NT', 'note type', { description: 'An active note type.' })),
  },
  sealed: { fields: ['text'], sealersOf: personSealers },
  atMost: 5000,
  sort: ['createdAt', 'updatedAt'],
  filters: { loanId: ofLoan, noteTypeId: Id('NT', 'note type') },
  told: { noteTypeId: Nullable(id('NT-5W8K-R2QM')) },
  events: {
    created: 'A note was written.',
    updated: 'A note was changed.',
    deleted: 'A note was deleted, with its text.',
  },
  endpoints: {
    list: { description: 'Lists those about all loans of a borrower; `loanId` gives those about one.' },
    create: {
      description: 'Written for the people of the company: borrowers never see notes.',
      body: {
        text: 'Called: is out of work until May.',
      },
    },
    read: {},
    update: { description: 'What is not sent stays.', body: { text: 'Called: works again from May on.' } },
    delete: { description: 'Its text is gone for good.' },
  },
});

export const noteRoutes = note.endpoints({
  async beforeWrite({ caller: { actor } }, tx, { before, row, sent: { loanId, noteTypeId } }) {
    return {
      ...(before === undefined && madeBy(actor)),
      ...(loanId && { loan_id: (await namedIn('loanId', findNamedLoan(tx, row.person_id, loanId))).id }),
      ...(noteTypeId && { note_type_id: await typeAfter(tx, before?.note_type_id, noteTypeId) }),
    };
  },
});

/** Errors: NotFound, InvalidRequest. */
async function typeAfter(reader: Reader, before: string | null | undefined, named: string): Promise<string> {
  const { id, status } = await namedIn('noteTypeId', noteType.find(reader, named));
  if (status === 'active' || id === before) return id;
  throw refuseField('noteTypeId', 'is inactive', 'an active note type');
}
