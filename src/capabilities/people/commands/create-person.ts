// Creates a borrower with its primary identity; all writes are sent in one flight.

import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { claimExternalId } from '#platform/resource/external-ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { wrongField } from '../errors.ts';
import { identityCreated, personCreated, toldOfIdentity, toldOfPerson } from '../events.ts';
import { presentIdentity } from '../identity.ts';
import { type PersonalDetails, personColumns, personKind, presentPerson, sealJson } from '../person.ts';
import { mustBeBorn } from '../rules/birth.ts';
import type { Borrower, BorrowerCreate, BusinessCreate, BusinessDetails, Name, NameCreate } from '../schemas.ts';
import { personTokens, tokensFor } from '../search-tokens.ts';
import type { IdentityRow, PersonRow } from '../tables.ts';
import { addIdentity, staysPrimary } from './write-identity.ts';

/** Errors: InvalidRequest, DuplicateExternalId. */
export async function createPerson(ctx: CommandContext, tx: Tx, input: BorrowerCreate): Promise<Borrower> {
  const { row, details, identity } = addPerson(ctx, tx, input);
  return presentPerson(row, details, identity === undefined ? [] : [presentIdentity(identity)]);
}

interface AddedPerson {
  readonly row: PersonRow;
  readonly details: PersonalDetails;
  readonly identity: IdentityRow | undefined;
}

/** The same for callers that do not show the person. */
export function addPerson(ctx: CommandContext, tx: Tx, input: BorrowerCreate): AddedPerson {
  const type = input.borrowerType ?? 'person';
  mustFitType(type, input);
  mustBeBorn(ctx, input.dateOfBirth);
  const id = newId('BO');
  const { sealer, wrappedKey } = ctx.vault.newSealer(id);
  const details: PersonalDetails = {
    name: input.name ? newName(ctx, input.name) : null,
    dateOfBirth: input.dateOfBirth ?? null,
    business: input.businessDetails ? newBusiness(input.businessDetails) : null,
  };
  const externalId = input.externalId ?? null;
  const row: PersonRow = {
    person_id: id,
    company_id: ctx.realm.companyId,
    position: ctx.position(),
    external_id: externalId,
    borrower_type: type,
    status: input.status ?? 'active',
    status_updated_at: null,
    collections_intensity: input.collectionsIntensity ?? 'normal',
    data_key: wrappedKey,
    name_sealed: sealJson(sealer, 'name', details.name),
    date_of_birth_sealed: details.dateOfBirth && sealer.seal('dateOfBirth', details.dateOfBirth),
    business_sealed: sealJson(sealer, 'business', details.business),
    comm_preferences: {
      statementDeliveryChannels: input.commPreferences?.statementDeliveryChannels ?? [],
      sendRemindersWhenCurrent: input.commPreferences?.sendRemindersWhenCurrent ?? true,
      language: input.commPreferences?.language ?? null,
    },
    meta_data: storedMetaData(input.metaData ?? null),
    monitor_start_date: dateInZone(ctx.now, ctx.caller.timezone),
    created_at: ctx.now,
    updated_at: null,
    erased_at: null,
  };
  if (externalId !== null) claimExternalId(tx, { kind: personKind, subjectId: id, objectId: id }, externalId);
  const { company_id: _, comm_preferences, ...columns } = row;
  const search_tokens = personTokens(tokensFor(ctx.vault, ctx.realm, wrappedKey), details);
  tx.write(
    insertPerson(tx.db, { ...columns, comm_preferences: JSON.stringify(comm_preferences), search_tokens }),
    redraw('people_pkey'),
  );
  ctx.emit(personCreated, id, toldOfPerson(row));
  if (input.identity?.isPrimary === false) throw staysPrimary('identity.isPrimary');
  const identity =
    input.identity &&
    addIdentity(
      ctx,
      tx,
      { personId: id, sealer, dataKey: wrappedKey },
      { ...input.identity, isPrimary: true },
      'identity',
    );
  if (identity) ctx.emit(identityCreated, id, toldOfIdentity(row, identity));
  return { row, details, identity: identity ?? undefined };
}

const insertPerson = preparedInsert('people', [
  ...personColumns.filter((column) => column !== 'company_id'),
  'search_tokens',
]);

/** A person has a name and may have a date of birth; a business has business details. */
function mustFitType(type: 'person' | 'business', input: BorrowerCreate): void {
  if (type === 'person' && !input.name) throw missing('name', 'the name of the person, with firstName and lastName');
  if (type === 'business' && !input.businessDetails) throw missing('businessDetails', 'an object with businessName');
  mustNotMix(type, input);
}

export function mustNotMix(
  type: 'person' | 'business',
  input: { name?: unknown; dateOfBirth?: CivilDate | null; businessDetails?: unknown },
): void {
  const ofThe = { person: ['businessDetails'], business: ['name', 'dateOfBirth'] } as const;
  const wrong = ofThe[type].find((field) => (input as Record<string, unknown>)[field]);
  if (wrong === undefined) return;
  const problem = `does not go with borrowerType ${type}`;
  throw wrongField(wrong, { problem, expected: 'nothing, or another borrowerType' });
}

const missing = (path: string, expected: string) => wrongField(path, { problem: 'is required', expected });

const newName = (ctx: CommandContext, parts: NameCreate): Name => ({
  id: newId('BN'),
  object: 'name',
  prefix: parts.prefix ?? null,
  firstName: parts.firstName,
  middleName: parts.middleName ?? null,
  lastName: parts.lastName,
  maidenLastName: parts.maidenLastName ?? null,
  suffix: parts.suffix ?? null,
  preferredFirstName: parts.preferredFirstName ?? null,
  current: true,
  status: 'active',
  source: 'lender',
  effectiveAt: ctx.now,
  originalValue: {},
  createdAt: ctx.now,
  updatedAt: null,
  deletedAt: null,
});

const newBusiness = (parts: BusinessCreate): BusinessDetails => ({
  businessType: parts.businessType ?? null,
  businessName: parts.businessName,
  businessLegalName: parts.businessLegalName ?? null,
  incorporatedCountry: parts.incorporatedCountry ?? null,
  incorporatedState: parts.incorporatedState ?? null,
});
