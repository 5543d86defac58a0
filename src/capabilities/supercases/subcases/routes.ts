// The cases of a supercase, and what is done to all of them at once.
import Type from 'typebox';
import { caseOutcome, caseResource, pageOfSubcases, subcases } from '#capabilities/cases/index.ts';
import { askedInBulk, DoNotInteractInput } from '#capabilities/do-not-interact/index.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { supercaseErrors } from '../errors.ts';
import { GlobalNote, supercaseNoteWritten, writeSupercaseNote } from '../notes.ts';
import { supercaseOfPath } from '../supercase.ts';
import { bulkUpdate, closing, forbidding, populationsToBring, releasing, sayLast, startNoting } from './kinds.ts';

const subcaseEndpoint = below({
  path: '/supercases/{supercaseId}/subcases',
  permission: bulkUpdate,
  subject: supercaseOfPath,
});

const bulkErrors = [supercaseErrors.SupercaseClosed, supercaseErrors.NoSubcases];

const resultOfBulk =
  'Its result counts the members, the `cases` that were made for no member, as a monitor makes them, what was `changed`, and what `failed`: the lists of members say which, and why.';

export const subcaseRoutes: readonly Endpoint[] = [
  subcaseEndpoint({
    name: 'subcases.list',
    path: '/cases',
    summary: 'List the cases of a supercase',
    permission: 'case:list',
    shape: 'list',
    query: subcases.query,
    list: subcases,
    answer: caseResource.answer,
    read: (ctx, { query }, { id }) => pageOfSubcases(ctx, id, query),
  }),
  subcaseEndpoint({
    name: 'subcases.close',
    path: '/close',
    summary: 'Complete all cases of a supercase',
    description: `An operation: each case that is open is completed with the outcome; what is closed stays as it is. ${resultOfBulk}`,
    shape: 'operation',
    status: 202,
    body: Type.Object({ outcome: caseOutcome }, { title: 'SubcasesClose' }),
    answer: Operation,
    errors: bulkErrors,
    example: { body: { outcome: 'resolved' } },
    command: async (ctx, tx, { body: { outcome } }, ofCases) =>
      closing.start(ctx, tx, ofCases.id, await populationsToBring(tx, ofCases), { outcome }),
  }),
  subcaseEndpoint({
    name: 'subcases.note',
    path: '/notes',
    summary: 'Write a note on all cases of a supercase',
    description: `A global note of the supercase, and the operation that writes it on each case that is open. ${resultOfBulk}`,
    shape: 'operation',
    status: 202,
    body: GlobalNote,
    answer: Operation,
    errors: bulkErrors,
    emits: [supercaseNoteWritten],
    example: { body: { content: 'The county has reopened the bridge.' } },
    command: async (ctx, tx, { body }, ofCases) => {
      await populationsToBring(tx, ofCases);
      const { operation } = await writeSupercaseNote(ctx, tx, ofCases, { ...body, isGlobal: true }, startNoting);
      return operation as OperationView;
    },
  }),
  subcaseEndpoint({
    name: 'subcases.forbidContact',
    path: '/do-not-interacts',
    summary: 'Forbid contact with all borrowers of a supercase',
    description: `An operation: each case that is open gets a do-not-interact, as POST …/do-not-interacts of a case makes one. What a bulk action made there before becomes what this one says; one that stands by hand stays, and its member says \`DoNotInteractExists\`. ${resultOfBulk}`,
    shape: 'operation',
    status: 202,
    body: DoNotInteractInput,
    answer: Operation,
    errors: bulkErrors,
    example: { body: { channels: ['voice', 'text'], themes: ['opsCollDebt'] } },
    command: async (ctx, tx, { body }, ofCases) => {
      const asked = askedInBulk(ctx, body);
      return sayLast(tx, ofCases, forbidding.start(ctx, tx, ofCases.id, await populationsToBring(tx, ofCases), asked));
    },
  }),
  subcaseEndpoint({
    name: 'subcases.releaseContact',
    path: '/do-not-interacts/release',
    summary: 'Allow contact with all borrowers of a supercase again',
    description: `An operation: what a bulk action made on the cases is released, on closed ones too; what stands by hand or by a type stays. ${resultOfBulk}`,
    shape: 'operation',
    status: 202,
    body: Type.Object({}, { title: 'SubcasesReleaseContact' }),
    answer: Operation,
    errors: bulkErrors,
    example: { body: {} },
    command: async (ctx, tx, _, ofCases) =>
      sayLast(tx, ofCases, releasing.start(ctx, tx, ofCases.id, await populationsToBring(tx, ofCases), {})),
  }),
];
