// How an interaction is found and shown.
import { type RawBuilder, sql } from 'kysely';
import { findPersonId, type PersonRow, person, sealerOf, tokensToFind, words } from '#capabilities/people/index.ts';
import { type Caller, callingBorrower } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, refuseField } from '#platform/errors.ts';
import type { ReadContext, Subject } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { referenceOf } from '#platform/ids.ts';
import { DateTime, Described, Id, Text } from '#platform/input/schemas.ts';
import type { Resolver } from '#platform/references.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { findExternalId } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type Content, openContent } from './content.ts';
import { channel, direction, Interaction, InteractionListed, status, theme } from './schemas.ts';
import { correctedColumns, type InteractionRow, interactions, interactionVersions, type VersionRow } from './tables.ts';

export const interactionKind = 'interaction';

/** The permission for the contents of interactions that are marked as sensitive. */
export const readSensitive = 'interaction:read.sensitive';

/** The permission to read one, with its content. */
export const readInteraction = 'interaction:read';

const columns = columnsWithout(interactions, 'search_tokens');
/** A list does not show contents, so it does not read them. */
const listedColumns = columnsWithout(interactions, 'search_tokens', 'content_sealed');
type ListedRow = Omit<InteractionRow, 'content_sealed'>;

// ---- found -----------------------------------------------------------------------------------------------------------

const placeById = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db.selectFrom('interaction_places').select('person_id').where('id', '=', placeholder('id')),
);

const byId = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    db
      .selectFrom('interactions')
      .select(columns)
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

interface Place {
  readonly personId: string;
  readonly id: string;
}

/** With whom an interaction lies, by its id or `ext-` reference alone. */
async function placeOf(reader: Reader, reference: string): Promise<Place | undefined> {
  const named = referenceOf(reference);
  if ('externalId' in named) {
    const found = await findExternalId(reader, interactionKind, named.externalId);
    return found && { personId: found.subjectId, id: found.objectId };
  }
  const row = await reader.row(placeById(reader.db, named));
  return row && { personId: row.person_id, id: named.id };
}

/** Finds one of a borrower. Errors: NotFound, with the path `interactionId`. */
export async function findInteraction(reader: Reader, personId: string, reference: string): Promise<InteractionRow> {
  const named = referenceOf(reference);
  const id = 'id' in named ? named.id : (await findExternalId(reader, interactionKind, named.externalId))?.objectId;
  const row = id === undefined ? undefined : await reader.row(byId(reader.db, { personId, id }));
  if (row !== undefined) return row;
  throw notFound(interactionKind, reference, 'interactionId', 'This borrower');
}

/** So many of a thread are named: mail programs need the last ones. */
const threadMax = 20;

/** The messages before an interaction in its thread, oldest first. */
export async function messagesBefore(
  reader: Reader,
  { person_id: personId, id, thread_id: threadId, position }: InteractionRow,
): Promise<string[]> {
  if (threadId === id) return [];
  const before = await reader.rows(
    reader.db
      .selectFrom('interactions')
      .select('message_id')
      .where('person_id', '=', personId)
      .where('thread_id', '=', threadId)
      .where('message_id', 'is not', null)
      .where('position', '<', position)
      .orderBy('position', 'desc')
      .limit(threadMax),
  );
  return before.flatMap(({ message_id: messageId }) => messageId ?? []).reverse();
}

export interface InteractionOfPath {
  readonly owner: PersonRow;
  readonly row: InteractionRow;
}

/** The interaction of a path that names no borrower. A command locks the borrower. */
export const interactionOfPath: Subject<InteractionOfPath> = {
  param: 'interactionId',
  notFound: errors.NotFound,
  ...(person.refusesChange && { refusesChange: person.refusesChange }),
  async find(reader, reference, lock) {
    const place = await placeOf(reader, reference);
    if (place === undefined) throw notFound(interactionKind, reference, 'interactionId');
    const { subject: owner, ...found } = await person.find(reader, place.personId, lock);
    return { ...found, subject: { owner, row: await findInteraction(reader, place.personId, place.id) } };
  },
};

// ---- shown -----------------------------------------------------------------------------------------------------------

const presentListed = presenter<typeof InteractionListed, ListedRow>(InteractionListed);
const presentWhole = presenter<typeof Interaction, InteractionRow>(Interaction);

const loansOf = ({ loan_ids }: Pick<InteractionRow, 'loan_ids'>) => ({
  loanIds: loan_ids,
  loanId: loan_ids[0] ?? null,
});

const presentInteraction = (row: InteractionRow, content: Content | null): Interaction =>
  presentWhole(row, { ...loansOf(row), content });

const shownInList = (row: ListedRow): InteractionListed => presentListed(row, loansOf(row));

/** What a caller is shown of one interaction: the content of a sensitive one only with the permission. */
export function showInteraction(vault: Vault, { permissions }: Caller, { owner, row }: InteractionOfPath): Interaction {
  const isHidden = row.sensitive && !permissions.has(readSensitive);
  return presentInteraction(
    row,
    isHidden || owner.erased_at !== null ? null : openContent(sealerOf(vault, owner), row),
  );
}

// ---- as it was known -------------------------------------------------------------------------------------------------

const versionsOf = (reader: Reader, { person_id: personId, id }: InteractionRow) =>
  reader.db
    .selectFrom('interaction_versions')
    .select(interactionVersions.all)
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .orderBy('version', 'desc');

/** What has become sensitive since is so in its earlier versions too. */
const asVersion = (row: InteractionRow, version: VersionRow): InteractionRow => ({
  ...row,
  ...Object.fromEntries(correctedColumns.map((column) => [column, version[column]])),
  sensitive: row.sensitive || version.sensitive,
});

/** All that was known of it, the newest first. */
export async function versionsShown(reader: Reader, { row }: InteractionOfPath) {
  const earlier = await reader.rows(versionsOf(reader, row));
  const all = [row, ...earlier.map((version) => asVersion(row, version))];
  return { id: row.id, versions: all.map(shownInList) };
}

/** The interaction as it was known then. Errors: NotFound where nothing was known of it. */
export async function asKnownAt(reader: Reader, { owner, row }: InteractionOfPath, at: string) {
  if (row.recorded_at <= at) return { owner, row };
  const known = await reader.row(versionsOf(reader, row).where(sql<boolean>`recorded_at <= ${at}`).limit(1));
  if (known !== undefined) return { owner, row: asVersion(row, known) };
  throw notFound(interactionKind, row.id, 'knownAt', 'What was known then');
}

// ---- listed ----------------------------------------------------------------------------------------------------------

const filters = {
  channel,
  theme,
  status,
  direction: Described(direction, { description: 'Who began it.' }),
  caseId: Id('CS', 'case'),
  loanId: {
    schema: Id('LN', 'loan', { description: 'Only those that name this loan.' }),
    // The index holds only rows with loans.
    where: (asked: string | undefined) =>
      asked === undefined ? undefined : sql<boolean>`(loan_ids <> '{}' and loan_ids @> array[${asked}]::text[])`,
  },
  startedAtFrom: {
    schema: Described(DateTime, { description: 'Began at this moment or later.' }),
    where: (asked: string | undefined) => condition('started_at', '>=', asked),
  },
  startedAtTo: {
    schema: Described(DateTime, { description: 'Began before this moment.' }),
    where: (asked: string | undefined) => condition('started_at', '<', asked),
  },
} as const;

function condition(column: string, sign: '=' | '>=' | '<', asked: string | undefined): RawBuilder<boolean> | undefined {
  if (asked === undefined) return undefined;
  return sql<boolean>`${sql.ref(`interactions.${column}`)} ${sql.raw(sign)} ${asked}`;
}

export const interactionList = defineList({
  table: 'interactions',
  below: 'person_id',
  sort: ['startedAt', 'createdAt', 'updatedAt'],
  filters: { ...filters, threadId: Id('IN', 'interaction', { description: 'The first of the thread.' }) },
});

export const companyList = defineList({
  table: 'interactions',
  sort: ['startedAt'],
  filters: {
    personId: {
      schema: Id('BO', 'borrower'),
      where: (asked: string | undefined) => condition('person_id', '=', asked),
    },
    ...filters,
  },
});

/** Not a filter of the lists, because what it asks for needs the keys. */
export const search = Text({
  min: 1,
  max: 200,
  description: 'Only those that were recorded as searchable and contain all these words.',
  example: 'hardship',
});

/** Finding confirms what was said, so it takes the permissions to read it. */
function found(ctx: Pick<ReadContext, 'caller' | 'reader' | 'vault'>, asked: string | undefined) {
  const { reader, vault, caller } = ctx;
  const rows = reader.db.selectFrom('interactions').select(listedColumns);
  if (asked === undefined) return rows;
  mustHave(caller, 'interaction:read');
  if (callingBorrower(caller) !== null) throw refuseField('search', 'is for agents', 'nothing');
  const token = tokensToFind(vault, reader.realm);
  const open = caller.permissions.has(readSensitive) ? rows : rows.where('sensitive', '=', false);
  const asksFor = words(asked);
  if (asksFor.length === 0) return open.where(sql<boolean>`false`);
  return asksFor.reduce(
    (some, word) => some.where(sql<boolean>`search_tokens && ${token('interaction', word)}::bigint[]`),
    // The index holds only rows with words.
    open.where(sql<boolean>`search_tokens <> '{}'`),
  );
}

type Asked = PageInput & { readonly search?: string };

export const listOfPerson = (
  ctx: ReadContext,
  { search, ...input }: Asked,
  { person_id }: PersonRow,
): Promise<Page<InteractionListed>> =>
  interactionList.page(ctx.reader, found(ctx, search), input, { below: person_id, each: shownInList });

export const listOfCompany = (ctx: ReadContext, { search, ...input }: Asked): Promise<Page<InteractionListed>> =>
  companyList.page(ctx.reader, found(ctx, search), input, { each: shownInList });

/** The id of an interaction of the borrower whom the path names, by its id or an `ext-` reference. */
export const interactionOfBorrower: Resolver = async (reader, reference, { personId: named }) => {
  const place = await placeOf(reader, reference);
  if (place === undefined) return undefined;
  const personId = named == null ? undefined : await findPersonId(reader, named);
  return place.personId === personId ? place.id : undefined;
};

/** The interaction of a path that names its borrower. */
export const interactionOfPerson: Subject<InteractionOfPath> = {
  ...interactionOfPath,
  async find(reader, reference, lock, params) {
    const { subject: owner, ...found } = await person.find(reader, params?.personId as string, lock);
    return { ...found, subject: { owner, row: await findInteraction(reader, owner.person_id, reference) } };
  },
};
