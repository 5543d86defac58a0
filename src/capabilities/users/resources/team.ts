// Teams: users who work together.
import { sql } from 'kysely';
import Type from 'typebox';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { ExternalId, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import type { ShownByIds } from '#platform/resource/shown-by-ids.ts';
import { usersErrors } from '../errors.ts';
import { type TeamRow, teams } from '../tables.ts';

export const team = defineResource({
  name: 'team',
  plural: 'teams',
  prefix: 'TM',
  table: teams,
  fields: {
    externalId: ExternalId({ max: 255, example: 'early-stage' }),
    name: Text({ min: 1, max: 100, example: 'Early stage' }),
    description: Nullable(Text({ max: 1000, example: 'First 30 days past due' })),
    userIds: Type.Array(Text({ min: 1, max: 12, example: 'UR-5D8K-W2QM' }), {
      maxItems: 1000,
      description: 'Its members. Nobody if not given.',
    }),
  },
  defaults: { userIds: [] },
  events: { created: 'A team was created.', updated: 'A team was changed.', deleted: 'A team was deleted.' },
  endpoints: {
    list: {},
    create: {
      errors: [usersErrors.TeamTaken, errors.NotFound],
      body: {
        externalId: 'early-stage',
        name: 'Early stage',
        description: 'First 30 days past due',
        userIds: [],
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays; `userIds` replaces all members.',
      body: { description: 'First 60 days past due' },
      errors: [usersErrors.TeamTaken],
    },
    delete: { description: 'Its users stay.' },
  },
  whenTaken: {
    teams_name: (row, cause) =>
      new Refusal(usersErrors.TeamTaken, `There is a team named ${row.name} already.`, {
        data: { path: 'name' },
        cause,
      }),
  },
  async present(rows, { reader }) {
    const members = await membersOf(reader, rows);
    return rows.map(({ id }) => ({ userIds: (members.get(id) ?? []).map((one) => one.user_id) }));
  },
});

export const shownTeams: ShownByIds = {
  schema: team.answer,
  permission: 'team:read',
  async load(reader, vault, ids) {
    const all = reader.db.selectFrom('teams').select(teams.all);
    const rows = await reader.rows(
      all.where('id', '=', sql<string>`any(${ids}::text[])`).where('deleted_at', 'is', null),
    );
    const shown = await team.showAcross(rows, { reader, vault });
    return new Map(rows.map(({ id }, i) => [id, shown[i] as object]));
  },
};

export const teamRoutes = team.endpoints({
  async afterWrite(_ctx, tx, { verb, before, row, sent: { userIds } }) {
    const wanted = verb === 'delete' ? [] : userIds;
    if (wanted === undefined) return;
    if (before !== undefined) tx.write(tx.db.deleteFrom('team_members').where('team_id', '=', row.id));
    if (wanted.length === 0) return;
    await mustBeUsers(tx, wanted);
    const rows = [...new Set(wanted)].map((user_id) => ({
      team_id: row.id,
      user_id,
      created_at: row.updated_at ?? row.created_at,
    }));
    tx.write(tx.db.insertInto('team_members').values(rows));
  },
});

async function membersOf(reader: Reader, rows: readonly TeamRow[]) {
  const ids = rows.map(({ id }) => id);
  const query = reader.db
    .selectFrom('team_members')
    .select(['team_id', 'user_id'])
    .where('team_id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('user_id');
  return Map.groupBy(rows.length === 0 ? [] : await reader.rows(query), ({ team_id }) => team_id);
}

async function mustBeUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  const found = await tx.rows(
    tx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .where('deleted_at', 'is', null)
      .forShare(),
  );
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.findIndex((id) => !known.has(id));
  if (missing === -1) return;
  throw new Refusal(errors.NotFound, `There is no user ${ids[missing]}.`, { data: { path: `userIds[${missing}]` } });
}
