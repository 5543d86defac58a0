// The limit of POST /people: the rows that the service would write, in one data-modifying statement, which commits by
// itself. Sealed values and search tokens are those of people the service made, so that nothing is computed here.
import { jsonType, makePool, serveBare } from './bare.ts';

type Row = Record<string, string | Buffer | null>;

const bytea = 17;
const asText = { getTypeParser: (oid: number) => (value: string) => (oid === bytea ? bytesOf(value) : value) };
const bytesOf = (text: string): Buffer => Buffer.from(text.slice(2), 'hex');

const tables = ['external_ids', 'people', 'identities'] as const;

async function readMade(): Promise<{ people: Row[][]; answer: string }> {
  const pool = makePool({ types: asText as never });
  const [first, ...others] = await Promise.all(
    ['subject_id', 'person_id', 'person_id'].map((id, i) =>
      pool.query<Row>(`select * from live.${tables[i]} order by ${id} limit 1000`),
    ),
  );
  const { rows } = await pool.query<{ body: string }>('select body from bench.answers limit 1');
  await pool.end();
  const people = first!.rows.map((row, i) => [row, ...others.map((other) => other.rows[i] as Row)]);
  return { people, answer: rows[0]!.body };
}

const { people: made, answer } = await readMade();
const columns = made[0]!.map((row) => Object.keys(row));

/** Joins `insert into a; insert into b; insert into c` into one statement. */
function insertText(): string {
  let parameters = 0;
  const inserts = columns.map((names, i) => {
    const values = names.map(() => `$${++parameters}`);
    return `insert into bench.${tables[i]} (${names.join(', ')}) values (${values.join(', ')})`;
  });
  const last = inserts.pop();
  return `with ${inserts.map((insert, i) => `t${i} as (${insert})`).join(', ')} ${last}`;
}

const randomId = (): string => Math.random().toString(36).slice(2, 10).padEnd(8, '0');
const randomToken = (): string => String(Math.floor(Math.random() * Number.MAX_SAFE_INTEGER));

const first = Date.now() * 1000;
let count = 0;

/** The values of a person that the service made, with new ones where they must be unique. */
function valuesOf(externalId: string): unknown[] {
  const person_id = `BO-${randomId()}`;
  const position = first + ++count;
  const own: Record<string, unknown>[] = [
    { external_id: externalId, subject_id: person_id, object_id: person_id },
    { person_id, external_id: externalId, position },
    { person_id, id: `BI-${randomId()}`, position, value_token: randomToken() },
  ];
  const rows = made[count % made.length] as Row[];
  return columns.flatMap((names, i) => names.map((name) => own[i]![name] ?? rows[i]![name]));
}

const pool = makePool();
const query = { name: 'create', text: insertText() };

await serveBare((app) => {
  app.post<{ Body: { externalId: string } }>('/api/people', async (request, reply) => {
    await pool.query({ ...query, values: valuesOf(request.body.externalId) });
    return reply.code(201).type(jsonType).send(answer);
  });
});
