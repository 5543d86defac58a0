// The door of questions: what people of a company ask in SQL of views that show what is theirs.
import type { Capability } from '#platform/capability.ts';
import { questionsCheck } from './check-questions.ts';
import { findQuestion } from './door.ts';
import { questionErrors } from './errors.ts';
import { query } from './query.ts';
import { questionRoutes } from './routes.ts';
import { runOperation } from './runs/run.ts';
import { questionSealed } from './sealed.ts';
import { questionTables } from './tables.ts';
import { personalPermission } from './words.ts';

export { watching } from './asking/watching.ts';
export { askQuestion, columnsOfQueries, makersOfQuestion } from './door.ts';
export { personalPermission, runPermission } from './words.ts';

export { findQuestion };

export const questions: Capability = {
  name: 'questions',
  migrations: new URL('./migrations/', import.meta.url),
  tables: questionTables,
  sealed: questionSealed,
  errors: { Questions: questionErrors },
  events: [...query.events],
  checks: [questionsCheck],
  permissions: [personalPermission],
  resolvers: { query: async (reader, reference) => (await findQuestion(reader, reference))?.id },
  routes: () => questionRoutes,
  operations: () => [runOperation],
};
