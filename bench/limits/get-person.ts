// The limit of GET /people/{id}: one named SELECT by primary key, whose text column is the service's own answer.
import { jsonType, makePool, serveBare } from './bare.ts';

const pool = makePool();
const query = { name: 'answer', text: 'select body from bench.answers where person_id = $1' };

await serveBare((app) => {
  app.get<{ Params: { id: string } }>('/api/people/:id', async (request, reply) => {
    const { rows } = await pool.query<{ body: string }>({ ...query, values: [request.params.id] });
    return reply.type(jsonType).send(rows[0]?.body);
  });
});
