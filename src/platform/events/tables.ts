// Events, their places, and the places up to which they are followed; migrations/0001-platform.sql makes the tables.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Insertable } from 'kysely';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';

/** A run of events of one commit: packed by pack-events.ts, read by unpack-events.ts. */
const eventCommits = defineTable('event_commits', bySubject('subject_id'), {
  position: 'bigint',
  created_at: 'instant',
  effective_at: 'instant',
  subject_id: 'text',
  company_id: 'company',
  loan_id: 'text?',
  case_id: 'text?',
  transaction_id: 'text?',
  period_id: 'text?',
  message_id: 'text?',
  request_id: 'text?',
  actor_type: as<Actor['type']>('text'),
  actor_id: 'text?',
  types: 'texts',
  naming: 'text?',
  causes: as<(string | null)[] | null>('texts?'),
  taken_back: json<Readonly<Record<string, Instant>> | null>('json?'),
  events: json<PackedDetails>(),
});

/** What the first event tells, and for each other one what it tells differently: see pack-events.ts. */
export type PackedDetails = readonly Readonly<Record<string, unknown>>[];

/** The rows of event_commits that have no places yet. */
const waitingCommits = defineTable('waiting_commits', bySubject('subject_id'), {
  position: 'bigint',
  subject_id: 'text',
  company_id: 'company',
});

/** The place of the first event of a row, and what lists are filtered and sorted by. */
const placedCommits = defineTable('placed_commits', onCoordinator, {
  place: 'bigint',
  position: 'bigint',
  created_at: 'instant',
  effective_at: 'instant',
  shape: 'int',
  company_id: 'company',
  subject_id: 'text',
  loan_id: 'text?',
  case_id: 'text?',
  transaction_id: 'text?',
  period_id: 'text?',
  message_id: 'text?',
});

const eventShapes = defineTable('event_shapes', onCoordinator, {
  shape: 'int',
  // Whoever gives places writes it for all companies.
  company_id: 'text',
  types: 'texts',
  naming: 'text?',
});

const eventKeys = defineTable('event_keys', onCoordinator, {
  company_id: 'text',
  key: 'text',
});

const eventPlaces = defineTable('event_places', onCoordinator, {
  name: 'text',
  last_sequence: 'bigint',
});

export type CommitRow = RowOf<typeof eventCommits>;
export type NewCommitRow = Insertable<Stored<typeof eventCommits>>;
export type PlacedRow = RowOf<typeof placedCommits>;

export const commitColumns = eventCommits.all;
export const placedColumns = placedCommits.all;
export const typeOfPlaced = (column: (typeof placedColumns)[number]): string => placedCommits.columns[column].type;

declare module '#platform/db/tables.ts' {
  interface Tables {
    event_commits: Stored<typeof eventCommits>;
    waiting_commits: Stored<typeof waitingCommits>;
    placed_commits: Stored<typeof placedCommits>;
    event_shapes: Stored<typeof eventShapes>;
    event_keys: Stored<typeof eventKeys>;
    event_places: Stored<typeof eventPlaces>;
  }
}

export const eventTables = tablesByName(
  eventCommits,
  waitingCommits,
  placedCommits,
  eventShapes,
  eventKeys,
  eventPlaces,
);
