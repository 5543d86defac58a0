// Records that somebody talked to a borrower, or is going to. Nothing is sent.
import { type PersonRow, sealerOf, tokensFor } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { nothingReported, type Reported, reportedAfter } from '../checked.ts';
import { type Content, contentTokens, sealContent } from '../content.ts';
import { aboutOf, interactionCreated, toldOfInteraction } from '../events.ts';
import { findInteraction, interactionKind } from '../interaction.ts';
import { contactFor, loansIn } from '../references.ts';
import type { InteractionCreate } from '../schemas.ts';
import { type InteractionRow, interactions } from '../tables.ts';
import type { WritingContext } from './writing-context.ts';

interface How {
  readonly isSearchable: boolean;
  /** It comes with a book that is taken over: it may be older than the borrower is here, and by fax. */
  readonly isPast: boolean;
}

/** Errors: InvalidRequest, NotFound (what is named), DuplicateExternalId. */
export async function recordInteraction(
  ctx: CommandContext,
  tx: Tx,
  owner: PersonRow,
  input: InteractionCreate,
  { isSearchable, isPast }: How,
): Promise<InteractionRow> {
  const { channel, content = null, externalId = null } = input;
  if (channel === 'fax' && !isPast) {
    throw refuseField(
      'channel',
      'is fax, on which nothing new is recorded',
      'voice, email, text, chat, mail, gui or document',
    );
  }
  const reported = reportedAfter(nothingReported(channel), input, { now: ctx.now, owner, isPast });
  const personId = owner.person_id;
  const previous =
    input.previousInteractionId == null
      ? undefined
      : await namedIn('previousInteractionId', findInteraction(tx, personId, input.previousInteractionId));
  const writing = { ...ctx, actor: ctx.caller.actor };
  return insertInteraction(writing, tx, owner, {
    ...reported,
    external_id: externalId,
    contact_id: input.contactId == null ? null : await contactFor(tx, personId, channel, input.contactId),
    loan_ids: (await loansIn(tx, personId, input)) ?? [],
    case_id: input.caseId ?? null,
    document_id: input.documentId ?? null,
    is_external: input.isExternal ?? true,
    message_id: null,
    searchable: isSearchable,
    previous,
    content,
  });
}

type Named = Pick<
  InteractionRow,
  'external_id' | 'contact_id' | 'loan_ids' | 'case_id' | 'document_id' | 'is_external' | 'message_id' | 'searchable'
>;

type NewInteraction = Reported &
  Named & {
    readonly previous: Pick<InteractionRow, 'id' | 'thread_id'> | undefined;
    readonly content: Content | null;
    /** The field by which a caller gives the external id, where that has another name. */
    readonly externalIdField?: string;
  };

/** Writes one of which everything is checked. Errors: DuplicateExternalId. */
export function insertInteraction(
  ctx: WritingContext,
  tx: Tx,
  owner: PersonRow,
  { previous, content, externalIdField, ...said }: NewInteraction,
): InteractionRow {
  const personId = owner.person_id;
  const id = newId('IN');
  const keys = { id, version: 1 };
  const row: InteractionRow = {
    person_id: personId,
    ...keys,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    ...said,
    previous_interaction_id: previous?.id ?? null,
    thread_id: previous?.thread_id ?? id,
    content_sealed: sealContent(sealerOf(ctx.vault, owner), keys, content),
    ...madeBy(ctx.actor),
    recorded_at: ctx.now,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, external_id: externalId, ...columns } = row;
  if (externalId !== null)
    claimExternalId(tx, { kind: interactionKind, subjectId: personId, objectId: id }, externalId, externalIdField);
  const token = tokensFor(ctx.vault, ctx.realm, owner.data_key);
  const search_tokens = row.searchable ? contentTokens(token, content) : [];
  tx.write(insertPlace(tx.db, { id, person_id: personId }), redraw('interaction_places_pkey'));
  tx.write(insertRow(tx.db, { ...columns, external_id: externalId, search_tokens }));
  ctx.emit(interactionCreated, personId, toldOfInteraction(row), aboutOf(row));
  return row;
}

const insertPlace = preparedInsert('interaction_places', ['id', 'person_id']);
const insertRow = preparedInsert(
  'interactions',
  interactions.all.filter((column) => column !== 'company_id'),
);
