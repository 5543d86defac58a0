// What was found of a borrower: each thing once, with the record and the case.
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type, { type Static } from 'typebox';
import { person, sealerOf } from '#capabilities/people/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, DateTime, Described, MetaData, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import type { Finding } from './rules/finding.ts';
import { type HitRow, monitorHits } from './tables.ts';
import { hitSources, type MonitorKind, matchQualities, monitorKinds, standings } from './words.ts';

const id = (example: string) => Text({ max: 12, example });

const MonitorHit = Type.Object(
  {
    id: id('MH-7KQ2-M9XA'),
    object: Type.Literal('monitorHit'),
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    monitor: StringEnum(monitorKinds),
    source: StringEnum(hitSources, { description: 'Where the record is from.' }),
    matchQuality: StringEnum(matchQualities),
    standing: StringEnum(standings, {
      description: 'Whether what the record says holds, is over, or was reported in error.',
    }),
    asOf: Described(DateOnly, { description: 'The day of which the record tells.' }),
    caseId: id('CS-7KQ2-M9XA'),
    fields: Described(MetaData, { description: 'What the case was told.' }),
    record: Text({ max: 4_000, example: 'simulated deceased 7101 stands as of 2026-06-01' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'MonitorHit' },
);

/** The sealed part of a hit. */
type Details = Pick<Finding, 'key' | 'fields' | 'record'>;

const sealedPart = (hitId: string): string => `monitor_hits.${hitId}.details`;

const openHit = (sealer: Sealer, { id: hitId, details_sealed }: HitRow): Details =>
  JSON.parse(sealer.unseal(sealedPart(hitId), details_sealed)) as Details;

export const sealHit = (sealer: Sealer, hitId: string, { key, fields, record }: Details): Buffer =>
  sealer.seal(sealedPart(hitId), JSON.stringify({ key, fields, record }));

export interface OpenHit {
  readonly row: HitRow;
  readonly details: Details;
}

const hitsOfPeople = (reader: Reader) => reader.db.selectFrom('monitor_hits').select(monitorHits.all);

/** All of a borrower and a monitor: they are few. */
export async function hitsOf(
  reader: Reader,
  sealer: Sealer,
  personId: string,
  monitor: MonitorKind,
): Promise<OpenHit[]> {
  const own = hitsOfPeople(reader).where('person_id', '=', personId).where('monitor', '=', monitor);
  return (await reader.rows(own.orderBy('position'))).map((row) => ({ row, details: openHit(sealer, row) }));
}

interface Prepared {
  readonly personId: string;
  readonly caseId: string;
  readonly since: Instant;
}

/** Who has said what stands in this case, at any time, and in other cases of the borrower since then. */
export async function whoPreparedHits(
  reader: Reader,
  { personId, caseId, since }: Prepared,
): Promise<readonly string[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('monitor_hits')
      .select('prepared_by_ids')
      .where('person_id', '=', personId)
      .where((eb) => eb.or([eb('case_id', '=', caseId), eb(eb.fn.coalesce('updated_at', 'created_at'), '>=', since)])),
  );
  return rows.flatMap(({ prepared_by_ids }) => prepared_by_ids);
}

export function insertHit(tx: Tx, { company_id: _, ...row }: HitRow): void {
  tx.write(tx.db.insertInto('monitor_hits').values(row), redraw('monitor_hits_pkey'));
}

export function writeHit(tx: Tx, { company_id: _, ...row }: HitRow): void {
  const { person_id, id: hitId, ...set } = row;
  tx.write(tx.db.updateTable('monitor_hits').set(set).where('person_id', '=', person_id).where('id', '=', hitId));
}

const list = defineList({
  table: 'monitor_hits',
  below: 'person_id',
  filters: { monitor: StringEnum(monitorKinds) },
});

const present = presenter<typeof MonitorHit, HitRow>(MonitorHit);

const endpoint = below({
  path: '/people/{personId}/monitor-hits',
  permission: 'monitor.hit',
  subject: person,
  answer: MonitorHit,
});

export const hitRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'monitorHits.list',
    summary: 'List what monitors have found of a borrower',
    description: 'Each thing once, however often it was told. The record is as it came, without the number.',
    shape: 'list',
    query: list.query,
    list,
    read({ reader, vault }, { query }, owner) {
      const sealer = sealerOf(vault, owner);
      return list.page(reader, hitsOfPeople(reader), query, {
        below: owner.person_id,
        each(row: HitRow) {
          const { fields, record } = openHit(sealer, row);
          return present(row, { fields: fields as Static<typeof MetaData>, record });
        },
      });
    },
  }),
];
