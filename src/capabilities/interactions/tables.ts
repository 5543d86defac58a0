import { themes } from '#capabilities/company/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject } from '#platform/db/tables.ts';
import { interactionResults } from './results/tables.ts';
import type { Channel, Delivery, Direction, VoiceKind } from './rules/channels.ts';
import type { Theme } from './rules/themes.ts';
import type { InteractionStatus } from './states.ts';

/** What a later report may correct. */
const corrected = {
  version: 'int',
  direction: as<Direction>('text'),
  status: as<InteractionStatus>('text'),
  status_details: 'text?',
  subject: 'text?',
  theme: as<Theme>('text'),
  borrower_selected_theme: as<Theme | null>('text?'),
  contact_id: 'text?',
  loan_ids: 'texts',
  case_id: 'text?',
  document_id: 'text?',
  started_at: 'instant?',
  ended_at: 'instant?',
  scheduled_at_from: 'instant?',
  scheduled_at_to: 'instant?',
  connected: 'bool?',
  conversation: 'bool?',
  message_left: 'bool?',
  limited_content: 'bool?',
  wrong_number: 'bool?',
  undeliverable: 'bool?',
  is_autodialed: 'bool?',
  voice_kind: as<VoiceKind | null>('text?'),
  delivery: as<Delivery | null>('text?'),
  is_transactional: 'bool?',
  requested_by_borrower: 'bool',
  sensitive: 'bool',
  content_sealed: 'bytes?',
  recorded_at: 'instant',
} as const;

/** A borrower is shown what reached them, or what they began: neither attempts nor what agents may not tell everybody. */
const shownToBorrower = [
  {
    channel: ['voice', 'email', 'fax', 'text', 'chat', 'mail'],
    status: 'succeeded',
    theme: themes.filter((theme) => theme !== 'agentNotification'),
    sensitive: false,
  },
];

export const interactions = defineTable('interactions', bySubject('person_id', { only: shownToBorrower }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  channel: as<Channel>('text'),
  ...corrected,
  previous_interaction_id: 'text?',
  thread_id: 'text',
  is_external: 'bool',
  message_id: 'text?',
  searchable: 'bool',
  search_tokens: 'tokens',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const interactionVersions = defineTable('interaction_versions', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  ...corrected,
  superseded_at: 'instant',
});

const interactionPlaces = defineTable('interaction_places', byKey('id'), {
  id: 'text',
  company_id: 'company',
  person_id: 'text',
});

export type InteractionRow = Omit<RowOf<typeof interactions>, 'search_tokens'>;
export type VersionRow = RowOf<typeof interactionVersions>;

/** The columns that a version has besides whose it is. */
export const correctedColumns = Object.keys(corrected) as readonly (keyof typeof corrected)[];

declare module '#platform/db/tables.ts' {
  interface Tables {
    interactions: Stored<typeof interactions>;
    interaction_versions: Stored<typeof interactionVersions>;
    interaction_places: Stored<typeof interactionPlaces>;
  }
}

export const interactionTables = tablesByName(interactions, interactionVersions, interactionPlaces, interactionResults);
