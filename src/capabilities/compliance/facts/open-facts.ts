// Opens what is sealed of a borrower and decides a verdict: numbers and addresses, and the fields of cases.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { CaseFact, ContactFact } from '@tenor/guard/contract.ts';
import { type ContactCase, fieldsOfCase } from '#capabilities/cases/index.ts';
import {
  addressOfContact,
  type ContactedContact,
  type ContactedPerson,
  sealerOf,
  valueOfContact,
} from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { caseFact } from './case-fact.ts';
import { momentIf, momentOf } from './moments.ts';

interface Keyed {
  readonly vault: Vault;
  readonly person: ContactedPerson;
}

/** What was sealed before an erasure does not open any more, and was taken away with it. */
const sealerIfOpens = ({ vault, person }: Keyed): Sealer | null =>
  person.erased_at === null ? sealerOf(vault, person) : null;

// ---- contacts --------------------------------------------------------------------------------------------------------

export function openedContacts(keyed: Keyed, rows: readonly ContactedContact[]): ContactFact[] {
  const sealer = sealerIfOpens(keyed);
  return rows.map((row) => contactFact(row, sealer));
}

/** What nobody has said of a contact is null, and the guard takes it the careful way. */
export const nothingKnown = {
  providedByBorrower: null,
  onDoNotCallRegistry: null,
  reassignedCheckedAt: null,
  employerPermits: null,
  isInconvenientPlace: false,
  transferNoticeSentOn: null,
  usedByPriorCollector: false,
} as const;

/** Where a borrower is not to be disturbed (12 CFR 1006.6(b)(1)(ii)). */
const inconvenientPlaces: readonly string[] = ['hospital', 'school', 'placeOfWorship'];

function contactFact(row: ContactedContact, sealer: Sealer | null): ContactFact {
  const isPhone = row.contact_type === 'phone';
  const address = row.contact_type === 'address' && sealer !== null ? addressOfContact(sealer, row) : null;
  const isPlace = inconvenientPlaces.includes(row.label);
  return {
    id: row.id,
    contactType: row.contact_type,
    // A place is no line of its own kind: its phone is taken as one of a house.
    label: isPlace ? 'home' : (row.label as ContactFact['label']),
    affiliation: row.affiliation,
    valid: row.valid && row.status !== 'archived',
    number: isPhone && sealer !== null ? valueOfContact(sealer, row) : null,
    ...placeIn(address),
    authorizedThirdParty: row.authorized_third_party,
    powerOfAttorney: row.power_of_attorney,
    legalRepresentativeId: row.legal_representative_id,
    providedByBorrower: row.provided_by_borrower,
    onDoNotCallRegistry: row.on_do_not_call_registry,
    reassignedCheckedAt: momentIf(row.reassigned_checked_at),
    employerPermits: row.employer_permits,
    isInconvenientPlace: isPlace,
    transferNoticeSentOn: row.transfer_notice_date,
    usedByPriorCollector: row.used_by_prior_collector ?? false,
  };
}

interface PlacedAddress {
  readonly postalCode: string | null;
  readonly state: string | null;
  readonly countyFips?: string | null;
}

/** The parts of an address in the United States by which rules and zones are chosen. */
export function placeIn(address: PlacedAddress | null) {
  const zip = /^\d{5}/.exec(address?.postalCode ?? '')?.[0] ?? null;
  const state = /^[A-Z]{2}$/.test(address?.state ?? '') ? (address?.state ?? null) : null;
  return { zip, state, county: address?.countyFips ?? null };
}

// ---- cases -----------------------------------------------------------------------------------------------------------

interface Then {
  readonly knownAt: Instant | null;
  readonly timezone: string;
}

export function openedCases(keyed: Keyed, rows: readonly ContactCase[], then: Then): CaseFact[] {
  const sealer = sealerIfOpens(keyed);
  return rows
    .filter(({ created_at }) => then.knownAt === null || created_at <= then.knownAt)
    .map((row) => {
      const fields = sealer === null ? {} : fieldsOfCase(sealer, row);
      const fact = caseFact(row, { fields, zone: then.timezone });
      return then.knownAt === null ? fact : asKnownThen(fact, row, fields, { ...then, knownAt: then.knownAt });
    });
}

type ThenKnown = Then & { readonly knownAt: Instant };

/**
 * A case keeps no history of its fields. What has a date of its own tells what was not known yet; a case that has moved
 * since then was open, which is the careful way.
 */
function asKnownThen(
  fact: CaseFact,
  row: ContactCase,
  fields: Readonly<Record<string, unknown>>,
  { knownAt, timezone }: ThenKnown,
): CaseFact {
  const day = dateInZone(knownAt, timezone);
  const isLater = (name: string) => typeof fields[name] === 'string' && (fields[name] as string) > day;
  const hasMovedSince = row.status_updated_at > knownAt;
  return {
    ...fact,
    ...(hasMovedSince && { status: 'processing', outcome: null, statusUpdatedAt: momentOf(row.created_at) }),
    bankruptcy: fact.bankruptcy && {
      ...fact.bankruptcy,
      ...(isLater('courtCaseDebtorDispositionDate') && { disposition: null }),
      ...(isLater('courtCaseClosedDate') && { isClosed: false }),
      ...(isLater('reaffirmedDate') && { reaffirmed: false }),
    },
    dispute: fact.dispute && {
      ...fact.dispute,
      ...((isLater('verificationSentDate') || isLater('respondedDate')) && { verificationSentOn: null }),
    },
  };
}
