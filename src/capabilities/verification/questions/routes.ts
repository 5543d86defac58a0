import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { inBank, questions, VerificationQuestion } from './bank.ts';

const endpoint = below({
  path: '/verification-questions',
  permission: 'verification.question',
  answer: VerificationQuestion,
});

const all = questions.map(inBank);

export const questionRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'verificationQuestions.list',
    summary: 'List the questions by which borrowers are verified',
    description: 'All that this release knows. A verification asks those to which the answer is on file.',
    shape: 'list',
    query: computedQueryByAge,
    read: async (_ctx, { query }) => pageOf(all, query),
  }),
];
