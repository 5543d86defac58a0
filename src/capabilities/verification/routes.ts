// Verifications of a borrower.
import Type from 'typebox';
import { person } from '#capabilities/people/index.ts';
import { sendingErrors } from '#capabilities/sending/index.ts';
import type { Whole } from '#platform/capability.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { codeRoutes } from './codes/routes.ts';
import { verificationErrors } from './errors.ts';
import { verificationFailed, verificationStarted, verificationSucceeded } from './events.ts';
import { questionRoutes } from './questions/routes.ts';
import { typeRoutes } from './resources/verification-type.ts';
import { attemptVerification } from './sessions/attempt.ts';
import { Verification, VerificationAttemptCreate, VerificationCreate } from './sessions/schemas.ts';
import { startVerification } from './sessions/start.ts';
import {
  attemptsOf,
  readVerification,
  showVerification,
  verificationList,
  verificationRows,
} from './sessions/verification.ts';
import type { VerificationRow } from './tables.ts';

const endpoint = below({
  path: '/people/{personId}/verifications',
  permission: 'verification',
  subject: person,
  answer: Verification,
});

const sessionRoutes = ({ contactsOf }: Pick<Whole, 'contactsOf'>): Endpoint[] => [
  endpoint({
    name: 'verifications.list',
    summary: 'List the verifications of a borrower',
    description: 'The newest first. Answers are stored nowhere.',
    shape: 'list',
    query: verificationList.query,
    list: verificationList,
    async read({ reader, now }, { query }, { person_id: personId }) {
      const at = await now();
      return verificationList.page(reader, verificationRows(reader), query, {
        below: personId,
        async show(rows: readonly VerificationRow[]) {
          const attempts =
            rows.length === 0
              ? []
              : await attemptsOf(
                  reader,
                  personId,
                  rows.map(({ id }) => id),
                );
          return rows.map((row) => showVerification(row, attempts, at));
        },
      });
    },
  }),
  endpoint({
    name: 'verifications.create',
    summary: 'Begin to verify a borrower',
    description:
      'Questions are drawn among those to which the answer is on file, or a code is sent to a contact that has been there for ten days: the rules of contact are not asked, for the borrower waits for it. With `dryRun=true` nothing begins: 204 says that one could.',
    status: 200,
    mayBeNothing: 'One could begin: `dryRun` was asked for.',
    query: {
      dryRun: Type.Optional(Described(Bool, { description: 'Only asks whether one could begin.', example: false })),
    },
    body: VerificationCreate,
    errors: [
      verificationErrors.VerificationNotPossible,
      verificationErrors.TooManyVerifications,
      sendingErrors.NoWayToSend,
    ],
    emits: [verificationStarted],
    example: { body: {} },
    command: (ctx, tx, { query, body }, owner) =>
      startVerification(ctx, tx, owner, { ...body, dryRun: query.dryRun ?? false }, contactsOf),
  }),
  endpoint({
    name: 'verifications.read',
    path: '/{verificationId}',
    summary: 'Read a verification',
    read: async ({ reader, now }, { params }, { person_id: personId }) =>
      readVerification(reader, personId, params.verificationId, await now()),
  }),
  endpoint({
    name: 'verifications.attempt',
    path: '/{verificationId}/attempts',
    summary: 'Answer the questions of a verification',
    description:
      'All answers at once, right or wrong as a whole; or the code that was sent. What cannot be read is refused and is no attempt. After the last wrong attempt it has failed.',
    body: VerificationAttemptCreate,
    errors: [verificationErrors.VerificationEnded, verificationErrors.TooManyVerifications],
    emits: [verificationSucceeded, verificationFailed],
    example: { body: { answers: [{ questionId: 'dateOfBirth', value: '12/10/1990' }] } },
    command: (ctx, tx, { params, body }, owner) =>
      attemptVerification(ctx, tx, owner, params.verificationId, body, contactsOf),
  }),
];

export const routes = (whole: Whole): Endpoint[] => [
  ...questionRoutes,
  ...typeRoutes,
  ...sessionRoutes(whole),
  ...codeRoutes(whole),
];
