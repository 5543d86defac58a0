// The contacts that rules count, of one person or of many: those of a span, and of all time the few of which once is
// enough. What was known of them before comes by a second statement, which only a question about the past asks.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { prepared } from '#platform/db/prepared.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import { type InteractionRow, interactions, type VersionRow } from './tables.ts';

const counted = [
  'direction',
  'theme',
  'subject',
  'contact_id',
  'loan_ids',
  'status',
  'started_at',
  'connected',
  'conversation',
  'message_left',
  'undeliverable',
  'is_autodialed',
  'voice_kind',
  'is_transactional',
  'requested_by_borrower',
  'recorded_at',
] as const;

const columns = ['person_id', 'id', 'channel', 'created_by_id', 'created_at', ...counted] as const;
export type CountedInteraction = Pick<InteractionRow, (typeof columns)[number]>;
export type CountedVersion = CountedInteraction & Pick<VersionRow, 'superseded_at'>;

/** A rule allows these a number of times in all, or asks for one: inquiries, verifications, notices. */
const onceThemes = [
  'opsCollLocateBorrower',
  'opsCollVerifyEmployment',
  'opsCollContactEmployerNotice',
  'opsServicingDebtValidation',
];
const onceSubjects = [
  'ceaseCommunicationAcknowledgement',
  'ceaseCommunicationRefuseToPay',
  'creditNegativeInfoMayBeReported',
  'creditNegativeInfoReported',
];

type Span = {
  readonly from: Instant;
  readonly until: Instant;
};

/** What the borrower began counts for all time too: it shows which addresses they use. */
const isOfAllTime = sql<boolean>`(direction = 'inbound' or theme = any(${onceThemes}::text[]) or subject = any(${onceSubjects}::text[]))`;

export const interactionsOfContacted = partRead<CountedInteraction, Span>(
  (db, isOneOfThem, placeholder) =>
    db
      .selectFrom('interactions')
      .select(columns)
      .where(isOneOfThem('person_id'))
      .where('started_at', '<=', placeholder('until'))
      .where((eb) => eb.or([eb('started_at', '>=', placeholder('from')), isOfAllTime]))
      .orderBy('started_at'),
  { columns: typesOf(interactions, columns), values: { from: 'timestamptz', until: 'timestamptz' } },
);

/** What is said once and has not gone out: a message that waits for its hour, or until it may go, has not begun. */
export const onceToCome = preparedOfPeople<CountedInteraction>((db, isOneOfThem) =>
  db
    .selectFrom('interactions')
    .select(columns)
    .where(isOneOfThem('person_id'))
    .where('status', '=', 'scheduled')
    .where('started_at', 'is', null)
    .where(sql<boolean>`subject = any(${onceSubjects}::text[])`),
);

type Named = {
  readonly people: readonly string[];
  readonly ids: readonly string[];
};

/** By their keys, whether they have begun or not. */
export const interactionsNamed = prepared<Named, CountedInteraction>((db, placeholder) =>
  db
    .selectFrom('interactions')
    .select(columns)
    .where(sql<boolean>`person_id = any(${placeholder('people')}::text[])`)
    .where(sql<boolean>`id = any(${placeholder('ids')}::text[])`),
);

type Known = {
  readonly knownAt: Instant;
};

/** What was known at a moment of interactions that were reported anew since then. */
export const versionsOfContacted = preparedOfPeople<CountedVersion, Known>(
  (db, isOneOfThem, placeholder) =>
    db
      .selectFrom('interaction_versions')
      .innerJoin('interactions', (join) =>
        join
          .onRef('interactions.person_id', '=', 'interaction_versions.person_id')
          .onRef('interactions.id', '=', 'interaction_versions.id'),
      )
      .select(['interaction_versions.person_id', 'interaction_versions.id', 'superseded_at'])
      .select(['interactions.channel', 'interactions.created_by_id', 'interactions.created_at'])
      .select(counted.map((column) => `interaction_versions.${column}` as const))
      .where(isOneOfThem('interaction_versions.person_id'))
      .where(isOneOfThem('interactions.person_id'))
      .where('interaction_versions.recorded_at', '<=', placeholder('knownAt'))
      .where('superseded_at', '>', placeholder('knownAt')),
  { knownAt: 'timestamptz' },
);
