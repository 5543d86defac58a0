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
import { nothingReported, reportedAfter } from '../checked.ts';
import { contentTokens, sealContent } from '../content.ts';
import { aboutOf, interactionCreated, toldOfInteraction } from '../events.ts';
import { findInteraction, interactionKind } from '../interaction.ts';
import { contactFor, loansIn } from '../references.ts';
import type { InteractionCreate } from '../schemas.ts';
import { type InteractionRow, interactions } from '../tables.ts';

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
  const id = newId('IN');
  const previous =
    input.previousInteractionId == null
      ? undefined
      : await namedIn('previousInteractionId', findInteraction(tx, personId, input.previousInteractionId));
  const keys = { id, version: 1 };
  const row: InteractionRow = {
    person_id: personId,
    ...keys,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    external_id: externalId,
    ...reported,
    contact_id: input.contactId == null ? null : await contactFor(tx, personId, channel, input.contactId),
    loan_ids: (await loansIn(tx, personId, input)) ?? [],
    case_id: input.caseId ?? null,
    document_id: input.documentId ?? null,
    previous_interaction_id: previous?.id ?? null,
    thread_id: previous?.thread_id ?? id,
    is_external: input.isExternal ?? true,
    searchable: isSearchable,
    content_sealed: sealContent(sealerOf(ctx.vault, owner), keys, content),
    ...madeBy(ctx.caller.actor),
    recorded_at: ctx.now,
    created_at: ctx.now,
    updated_at: null,
  };
  if (externalId !== null)
    claimExternalId(tx, { kind: interactionKind, subjectId: personId, objectId: id }, externalId);
  const token = tokensFor(ctx.vault, ctx.realm, owner.data_key);
  const { company_id: _, ...columns } = row;
  tx.write(insertPlace(tx.db, { id, person_id: personId }), redraw('interaction_places_pkey'));
  tx.write(insertRow(tx.db, { ...columns, search_tokens: isSearchable ? contentTokens(token, content) : [] }));
  ctx.emit(interactionCreated, personId, toldOfInteraction(row), aboutOf(row));
  return row;
}

const insertPlace = preparedInsert('interaction_places', ['id', 'person_id']);
const insertRow = preparedInsert(
  'interactions',
  interactions.all.filter((column) => column !== 'company_id'),
);
