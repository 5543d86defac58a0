// Changes a borrower: fields that are not sent stay, null clears a field that may be empty, objects are changed part by
// part.
import { presentShown, usersOfPeople } from '#capabilities/users/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { changeExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { wrongField } from '../errors.ts';
import { personStatusChanged, personUpdated, toldOfPerson } from '../events.ts';
import { identitiesOf, presentIdentity } from '../identity.ts';
import { openDetails, type PersonalDetails, personKind, presentPerson, sealerOf, sealJson } from '../person.ts';
import { mustBeBorn } from '../rules/birth.ts';
import type { Borrower, BorrowerUpdate } from '../schemas.ts';
import { personTokens, tokensFor } from '../search-tokens.ts';
import type { PersonRow } from '../tables.ts';
import { mustNotMix } from './create-person.ts';

/** Errors: InvalidRequest, DuplicateExternalId. */
export async function updatePerson(
  ctx: CommandContext,
  tx: Tx,
  person: PersonRow,
  input: BorrowerUpdate,
): Promise<Borrower> {
  mustKeepType(person, input);
  const sealer = sealerOf(ctx.vault, person);
  const before = openDetails(sealer, person);
  ctx.was({ ...person, ...before });
  if (input.dateOfBirth !== before.dateOfBirth) mustBeBorn(ctx, input.dateOfBirth);
  const details = changedDetails(ctx, before, input);
  const status = input.status ?? person.status;
  const changed: PersonRow = {
    ...person,
    external_id: input.externalId === undefined ? person.external_id : input.externalId,
    status,
    status_updated_at: status === person.status ? person.status_updated_at : ctx.now,
    collections_intensity: input.collectionsIntensity ?? person.collections_intensity,
    name_sealed: details.name === before.name ? person.name_sealed : sealJson(sealer, 'name', details.name),
    date_of_birth_sealed: details.dateOfBirth && sealer.seal('dateOfBirth', details.dateOfBirth),
    business_sealed: sealJson(sealer, 'business', details.business),
    comm_preferences: { ...person.comm_preferences, ...input.commPreferences },
    meta_data: input.metaData === undefined ? person.meta_data : storedMetaData(input.metaData),
    updated_at: ctx.now,
  };
  const owned = { kind: personKind, subjectId: person.person_id, objectId: person.person_id };
  changeExternalId(tx, owned, person.external_id, input.externalId);
  const { person_id, company_id: _, comm_preferences, ...columns } = changed;
  const search_tokens = personTokens(tokensFor(ctx.vault, ctx.realm, person.data_key), details);
  tx.write(
    tx.db
      .updateTable('people')
      .set({ ...columns, comm_preferences: JSON.stringify(comm_preferences), search_tokens })
      .where('person_id', '=', person_id),
  );
  ctx.emit(personUpdated, person_id, toldOfPerson(changed));
  if (status !== person.status) {
    ctx.emit(personStatusChanged, person_id, { ...toldOfPerson(changed), previousStatus: person.status });
  }
  const [identities, [user]] = await tx.together(identitiesOf(tx, person_id), usersOfPeople(tx, [person_id]));
  return presentPerson(
    changed,
    details,
    identities.map((identity) => presentIdentity(identity)),
    user === undefined ? null : presentShown(ctx.vault, user),
  );
}

function mustKeepType({ borrower_type: type }: PersonRow, input: BorrowerUpdate): void {
  if (input.borrowerType !== undefined && input.borrowerType !== type) {
    throw wrongField('borrowerType', { problem: 'cannot change', expected: `${type}, or nothing` });
  }
  for (const field of ['name', 'businessDetails'] as const) {
    if (input[field] === null && (type === 'person') === (field === 'name')) {
      throw wrongField(field, { problem: 'cannot be cleared', expected: 'the parts that change' });
    }
  }
  mustNotMix(type, input);
}

function changedDetails(ctx: CommandContext, before: PersonalDetails, input: BorrowerUpdate): PersonalDetails {
  return {
    name: before.name && input.name ? { ...before.name, ...input.name, updatedAt: ctx.now } : before.name,
    dateOfBirth: input.dateOfBirth === undefined ? before.dateOfBirth : input.dateOfBirth,
    business:
      before.business && input.businessDetails ? { ...before.business, ...input.businessDetails } : before.business,
  };
}
