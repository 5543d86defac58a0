// Company A, whose handle a test tries, and company B, whose rows A must not reach.
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { Compilable, Kysely } from 'kysely';
import type { CustomTypesConfig, PoolClient } from 'pg';
import type { Builder } from '#platform/db/builder.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { anEmail, aPerson, useHouse } from './house.ts';

/** All of Kysely, to try what the type of the handle does not offer; at run time both are the same object. */
export type Whole = Kysely<Tables>;
export type Build = (db: Builder, whole: Whole) => Compilable<unknown>;

/** As text, because search tokens are larger than the integers that we read. */
const asText: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

interface Rows {
  readonly people: string[];
  readonly contacts: string[];
}

/** Call it in a describe. */
export function useTwoCompanies() {
  const { house, aCompany } = useHouse({ works: false });
  let realm: Realm;
  let other: string;
  let own: Rows;
  let theirs: Rows;

  before(async () => {
    const [a, b] = [await aCompany(), await aCompany()];
    realm = a.live.realm;
    other = b.id;
    const made = async (company: typeof a, count: number) => {
      const people: string[] = [];
      const contacts: string[] = [];
      for (let i = 0; i < count; i++) {
        const { id } = await company.live.made('/people', aPerson({ externalId: `same-${i}` }));
        people.push(id);
        contacts.push((await company.live.made(`/people/${id}/contacts`, anEmail())).id);
      }
      return { people, contacts };
    };
    own = await made(a, 2);
    theirs = await made(b, 3);
    // A row of B that names a person of A: a join by the person alone would find it.
    const stray = (await a.live.made(`/people/${own.people[0]}/contacts`, anEmail({ value: 'stray@example.com' }))).id;
    await raw((client) => client.query('update contacts set company_id = $1 where id = $2', [other, stray]));
    theirs.contacts.push(stray);
  });

  const reader = (): Reader => house().service.database.reader(realm);
  const whole = (): Whole => reader().db as unknown as Whole;

  async function raw<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await house().service.database.pools.live.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  /** Everything that company B has. */
  async function rowsOfB(client: PoolClient): Promise<string> {
    const tables = ['people', 'contacts', 'external_ids', 'outbox'];
    const found = await Promise.all(
      tables.map((table) =>
        client.query({
          text: `select * from ${table} where company_id = $1 order by 1, 2`,
          values: [other],
          types: asText,
        }),
      ),
    );
    return JSON.stringify(found.map(({ rows }) => rows));
  }

  /** Runs the query and rolls it back. Returns its rows; fails when it changed or returned a row of B. */
  async function answered(build: Build): Promise<Record<string, unknown>[]> {
    const query = build(reader().db, whole()).compile();
    const [rows, before, after] = await raw(async (client) => {
      await client.query('begin');
      try {
        const earlier = await rowsOfB(client);
        const result = await client.query({ text: query.sql, values: query.parameters as unknown[], types: asText });
        return [result.rows, earlier, await rowsOfB(client)] as const;
      } finally {
        await client.query('rollback');
      }
    });
    assert.equal(after, before, 'rows of the other company were changed');
    const shown = JSON.stringify(rows);
    for (const id of [other, ...theirs.people, ...theirs.contacts]) assert.ok(!shown.includes(id), `${id} was shown`);
    return rows;
  }

  return {
    house,
    reader,
    whole,
    raw,
    answered,
    get realm() {
      return realm;
    },
    /** The id of company B. */
    get other() {
      return other;
    },
    get own() {
      return own;
    },
    get theirs() {
      return theirs;
    },
  };
}
