// The case that a body of another capability names: of this borrower, or it is refused.
import { settingsOf } from '#capabilities/company/index.ts';
import { findPersonId } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Resolver } from '#platform/references.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';

/** The id of a case of this borrower, by its id or an `ext-` reference. Errors: NotFound, with the path `caseId`. */
export async function namedCase(reader: Reader, personId: string, reference: string): Promise<string> {
  const id = await caseOf(reader, personId, reference);
  if (id === undefined) throw notFound('case', reference, 'caseId', 'This borrower');
  return id;
}

async function caseOf(reader: Reader, personId: string, reference: string): Promise<string | undefined> {
  const id = await idOfReference(reader, 'case', reference);
  if (id === undefined) return undefined;
  const row = await reader.row(
    reader.db.selectFrom('cases').select('id').where('person_id', '=', personId).where('id', '=', id),
  );
  return row?.id;
}

/** The person of the path, or the one whom the caller knows. */
async function ofBorrower(
  reader: Reader,
  reference: string,
  { personId: named }: Readonly<Record<string, string | null | undefined>>,
): Promise<string | undefined> {
  const personId = named == null ? undefined : await findPersonId(reader, named);
  return personId && caseOf(reader, personId, reference);
}

/** A company may want its people to name a case for all that they do. */
export const caseOfBorrower: Resolver = Object.assign(ofBorrower, {
  isRequiredOfAgents: async (reader: Reader) => (await settingsOf(reader)).forceCaseIdOnAgentActions === true,
});
