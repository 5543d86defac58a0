// Takes a later report of an interaction: it goes on, has ended, or was not as it was said. What was known before stays.
import { type PersonRow, sealerOf, tokensFor } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { preparedChanges } from '#platform/db/prepared-changes.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { isOlder, movedTo, reportedAfter } from '../checked.ts';
import { type Content, contentTokens, openContent, sealContent } from '../content.ts';
import { aboutOf, interactionUpdated, toldOfInteraction } from '../events.ts';
import { type InteractionOfPath, interactionKind, readSensitive } from '../interaction.ts';
import { contactFor, idsElsewhere, loansIn } from '../references.ts';
import type { InteractionUpdate } from '../schemas.ts';
import { correctedColumns, type InteractionRow, interactions } from '../tables.ts';
import type { WritingContext } from './writing-context.ts';

/** Each keeps a version, so there is an end to them. */
const versionsMax = 500;

/** Errors: InvalidRequest, NotFound (what is named), Forbidden, DuplicateExternalId, NoRoom. */
export async function updateInteraction(
  ctx: CommandContext,
  tx: Tx,
  { owner, row: before }: InteractionOfPath,
  input: InteractionUpdate,
): Promise<InteractionRow> {
  if (input.channel !== undefined && input.channel !== before.channel) {
    throw refuseField('channel', `is ${before.channel} and stays so`, 'nothing; record another interaction');
  }
  const reported = reportedAfter(before, input, { now: ctx.now, owner, isPast: isOlder(before, owner) });
  // Else whoever may not read the content would take the mark away, and read it.
  if (before.sensitive && !reported.sensitive) mustHave(ctx.caller, readSensitive);
  const changed = { ...before, ...reported, ...(await namedAfter(ctx, tx, before, input)) };
  return reportInteraction(ctx, tx, { owner, row: before }, { ...changed, content: input.content });
}

type Changes = Partial<Pick<InteractionRow, (typeof plain)[number]>> & {
  /** Undefined: it stays. */
  readonly content?: Content | null | undefined;
};

/** Keeps a report of which all but the status is checked; the same once more changes nothing. Errors: InvalidRequest (status), DuplicateExternalId, NoRoom. */
export function reportInteraction(
  ctx: Omit<WritingContext, 'actor' | 'position'>,
  tx: Tx,
  { owner, row: before }: InteractionOfPath,
  { content: said, ...changes }: Changes,
): InteractionRow {
  const changed = { ...before, ...changes, status: movedTo(before, changes.status ?? before.status) };
  const sealer = sealerOf(ctx.vault, owner);
  const was = openContent(sealer, before);
  const content = said === undefined ? was : said;
  const isSame = JSON.stringify(content) === JSON.stringify(was) && isSameRow(changed, before);
  if (isSame) return before;
  if (before.version >= versionsMax) {
    throw new Refusal(errors.NoRoom, `An interaction is reported at most ${versionsMax} times.`, {
      data: { atMost: versionsMax },
    });
  }
  const keys = { id: before.id, version: before.version + 1 };
  const stamps = { recorded_at: ctx.now, updated_at: ctx.now };
  const row = { ...changed, ...keys, ...stamps, content_sealed: sealContent(sealer, keys, content) };
  keepVersion(ctx, tx, before);
  write(ctx, tx, { owner, before, row, content });
  ctx.emit(interactionUpdated, row.person_id, toldOfInteraction(row), aboutOf(row));
  return row;
}

const plain = [...correctedColumns, 'external_id'] as const;

const isSameRow = (row: InteractionRow, before: InteractionRow): boolean =>
  plain
    .filter((column) => column !== 'content_sealed')
    .every((column) => JSON.stringify(row[column]) === JSON.stringify(before[column]));

async function namedAfter(ctx: CommandContext, tx: Tx, before: InteractionRow, input: InteractionUpdate) {
  const { person_id: personId, channel } = before;
  const { contactId } = input;
  const { caseId, documentId } = await idsElsewhere(ctx.resolvers, tx, input, personId);
  const loans = await loansIn(tx, personId, input);
  return {
    ...(contactId !== undefined && { contact_id: contactId && (await contactFor(tx, personId, channel, contactId)) }),
    ...(loans !== undefined && { loan_ids: loans }),
    ...(caseId !== undefined && { case_id: caseId }),
    ...(documentId !== undefined && { document_id: documentId }),
    ...(input.externalId !== undefined && { external_id: input.externalId }),
  };
}

export function keepVersion({ now }: Pick<CommandContext, 'now'>, tx: Tx, before: InteractionRow): void {
  const known = Object.fromEntries(correctedColumns.map((column) => [column, before[column]]));
  const { person_id, id } = before;
  tx.write(insertVersion(tx.db, { ...(known as Known), person_id, id, superseded_at: now }));
}

const insertVersion = preparedInsert('interaction_versions', ['person_id', 'id', ...correctedColumns, 'superseded_at']);

type Known = Pick<InteractionRow, (typeof correctedColumns)[number]>;

interface Changed {
  readonly owner: PersonRow;
  readonly before: InteractionRow;
  readonly row: InteractionRow;
  readonly content: Content | null;
}

function write(ctx: Pick<CommandContext, 'vault' | 'realm'>, tx: Tx, { owner, before, row, content }: Changed): void {
  const { person_id: personId, id, searchable } = row;
  changeExternalId(
    tx,
    { kind: interactionKind, subjectId: personId, objectId: id },
    before.external_id,
    row.external_id,
  );
  const token = tokensFor(ctx.vault, ctx.realm, owner.data_key);
  const written = [...correctedColumns, 'external_id', 'updated_at'] as const;
  const another = written.filter((column) => isAnother(row[column], before[column]));
  tx.write(
    changeRow(
      tx.db,
      { person_id: personId, id },
      {
        ...Object.fromEntries(another.map((column) => [column, row[column]])),
        ...(searchable && { search_tokens: contentTokens(token, content) }),
      },
    ),
  );
}

/** What is sealed is sealed anew for each version. */
const isAnother = (value: unknown, before: unknown): boolean =>
  value !== before && (value instanceof Buffer || JSON.stringify(value) !== JSON.stringify(before));

export const changeRow = preparedChanges(interactions, ['person_id', 'id']);
