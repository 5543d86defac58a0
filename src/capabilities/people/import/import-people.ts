// Imports people in bulk: those of a batch whose external ids are still free are created, with their contacts.
import type { CommandContext } from '#platform/command/context.ts';
import { emailKey } from '#platform/contacts/email.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { ImportBatch, ImportKind, ImportLine, Made } from '#platform/import/import-kind.ts';
import { inside } from '#platform/import/inside-part.ts';
import { referencesIn, resolved } from '#platform/references.ts';
import { findExternalIds } from '#platform/resource/external-ids.ts';
import { addPerson } from '../commands/create-person.ts';
import { contactCollision, createContact } from '../commands/write-contact.ts';
import { peopleEvents } from '../events.ts';
import { personKind } from '../person.ts';
import { type Contact, ContactCreate } from '../schemas.ts';
import type { PersonRow } from '../tables.ts';
import { decodePersonLine, type PersonLine } from './person-line.ts';

/** The permissions that lines may need. */
export const personLinePermissions = ['person:create', 'contact:create'] as const;

export const importPeople: ImportKind<PersonLine> = {
  kind: 'people.import',
  permission: 'person:import',
  events: peopleEvents,
  steady: [],
  decode: decodePersonLine,
  keys: personKeys,
  async batch(batch) {
    await importPersons(batch);
  },
};

/** The keys that no two lines may write at the same time. */
export function personKeys({ person, contacts }: PersonLine): string[] {
  const named = (kind: string, { externalId }: { readonly externalId?: string | null }) =>
    externalId == null ? [] : [`${kind} ${externalId}`];
  return [
    ...(person == null ? [] : named('person', person)),
    ...(contacts ?? []).flatMap((one) => named('contact', one)),
  ];
}

/**
 * Imports the lines that contain a person. Returns the number of the line that created each person, because what
 * belongs to the person is imported after it.
 */
export async function importPersons({ lines, tx, attempt }: ImportBatch<PersonLine>): Promise<Map<string, number>> {
  const externalIds = lines.flatMap(({ body }) => body.person?.externalId ?? []);
  const there = await findExternalIds(tx, personKind, externalIds);
  const known = new Map([...there].map(([text, { objectId }]) => [text, objectId]));
  const madeAt = new Map<string, number>();
  for (const line of lines) {
    if (line.body.person == null) continue;
    const made = await attempt(line, (ctx, draft) => importPerson(ctx, draft, line, known));
    if (made?.personId === undefined) continue;
    if (made.outcome === 'created') madeAt.set(made.personId, line.number);
    known.set(made.externalId as string, made.personId);
  }
  return madeAt;
}

async function importPerson(
  ctx: CommandContext,
  tx: Tx,
  { body }: ImportLine<PersonLine>,
  known: ReadonlyMap<string, string>,
): Promise<Made> {
  const { contacts, isBare } = body;
  const person = body.person as NonNullable<PersonLine['person']>;
  const externalId = person.externalId as string;
  mustHave(ctx.caller, 'person:create');
  const there = known.get(externalId);
  if (there !== undefined) return { outcome: 'existing', personId: there, externalId };
  const { row } = await inside(isBare ? '' : 'person', async () => addPerson(ctx, tx, person));
  if (contacts != null) await addContacts(ctx, tx, row, contacts);
  return { outcome: 'created', personId: row.person_id, externalId };
}

const references = referencesIn(ContactCreate.properties);

async function addContacts(
  ctx: CommandContext,
  tx: Tx,
  row: PersonRow,
  contacts: readonly ContactCreate[],
): Promise<void> {
  const values = new Set<string>();
  for (const [i, input] of contacts.entries()) {
    mustHave(ctx.caller, 'contact:create');
    await inside(`contacts[${i}]`, async () => {
      const known = await resolved(ctx.resolvers, tx, references, input);
      const value = reachedBy(await createContact(ctx, tx, row, known, { validate: true }));
      // Checked here, because the database would report it only for the whole chunk.
      if (value !== undefined && values.has(value)) throw contactCollision();
      if (value !== undefined) values.add(value);
    });
  }
}

function reachedBy({ contactType, status, value }: Contact): string | undefined {
  if (value === null || status === 'archived') return undefined;
  return `${contactType} ${contactType === 'email' ? emailKey(value) : value}`;
}
