// The data of the figures: a thousand people made by the service, and the tables of the limits.
import { personBody } from './people.ts';
import { liveKey, type Place, type RunningService, withDatabase } from './service.ts';

const peopleCount = 1_000;
const atOnce = 16;

/** Makes the people through the API and returns their ids. */
export async function seedPeople({ url }: RunningService, count = peopleCount): Promise<string[]> {
  const ids: string[] = [];
  const one = async (): Promise<void> => {
    while (ids.length < count) {
      const place = ids.push('') - 1;
      ids[place] = await createPerson(url, liveKey);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return ids;
}

/** Returns its id. */
export async function createPerson(url: string, key: string): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/people`, { method: 'POST', headers, body: personBody() });
  if (response.status !== 201) throw new Error(`Creating a person: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** Tables for the limits with the same columns, checks, indexes and foreign key. */
const limitTables = `
  create schema bench;
  create table bench.answers (path text primary key, body text not null);
  create table bench.people (like live.people including all);
  create table bench.identities (like live.identities including all);
  create table bench.external_ids (like live.external_ids including all);
  alter table bench.identities add foreign key (person_id) references bench.people (person_id);`;

/** The limit answers a create with what the service shows of this person. */
export async function makeLimitTables(place: Place, { url }: RunningService, id: string): Promise<void> {
  const path = `/api/people/${id}`;
  const shown = await fetch(url + path, { headers: { 'x-api-key': liveKey } });
  if (shown.status !== 200) throw new Error(`GET person: ${shown.status} ${await shown.text()}`);
  const body = await shown.text();
  await withDatabase(place, async (client) => {
    await client.query(limitTables);
    await client.query('insert into bench.answers values ($1, $2)', [path, body]);
    // Gathers statistics, as a database in use has them. Without them the server would plan both sides for empty
    // tables.
    await client.query('analyze');
  });
}
