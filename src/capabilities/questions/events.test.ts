// Queries tell of themselves by ids, status and version, never by their SQL.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { questions } from './index.ts';

const body = { name: 'A query', sql: 'select id from loans' };

const scenarios: Scenarios = {
  'queries.create': [{ emits: ['query.created'], run: (api) => api.post('/queries', body) }],
  'queries.update': [
    {
      emits: ['query.updated'],
      async run(api) {
        const { id } = await api.made('/queries', body);
        return api.put(`/queries/${id}`, { sql: 'select id, status from loans' });
      },
    },
  ],
};

describe('the events of questions', () => {
  emitsAsDeclared(questions, scenarios);
});
