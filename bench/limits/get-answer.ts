// The limit of reading a person, or an object below one: one named SELECT by primary key, whose text is the service's own
// answer.
import { jsonType, makePool, serveBare } from './bare.ts';

const pool = makePool();
const query = { name: 'answer', text: 'select body from bench.answers where path = $1' };

await serveBare((app) => {
  const answer = async (path: string): Promise<string | undefined> =>
    (await pool.query<{ body: string }>({ ...query, values: [path] })).rows[0]?.body;
  app.get('/api/people/:personId', async ({ url }, reply) => reply.type(jsonType).send(await answer(url)));
  app.get('/api/people/:personId/loans/:loanId', async ({ url }, reply) =>
    reply.type(jsonType).send(await answer(url)),
  );
  app.get('/api/people/:personId/loans/:loanId/:what', async ({ url }, reply) =>
    reply.type(jsonType).send(await answer(url)),
  );
});
