// The events of papers.
import { describe } from 'node:test';
import { aLine } from '../../../tests/support/a-line.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { papers } from './index.ts';

/** The statement of the first period of a line, once that period is over. */
async function aStatement(api: Client): Promise<{ readonly path: string; readonly statementId: string }> {
  await api.made('/test-clock', { now: '2098-12-01T17:00:00Z' });
  const { path } = await aLine(api);
  const [{ id: periodId }] = (await api.get(`${path}/periods`)).body.data;
  await api.made('/test-clock', { now: '2099-01-01T17:00:00Z' });
  const { id: statementId } = await api.made(`${path}/periods/${periodId}/generate-statement`, {});
  return { path, statementId };
}

const scenarios: Scenarios = {
  'papers.create': [
    {
      emits: ['documentdescriptor.created', 'documentdescriptor.uploaded', 'statement.updated'],
      async run(api) {
        const { path, statementId } = await aStatement(api);
        return api.post(`${path}/papers`, { paper: 'statement', statementId });
      },
    },
  ],
};

describe('the events of papers', () => emitsAsDeclared(papers, scenarios));
