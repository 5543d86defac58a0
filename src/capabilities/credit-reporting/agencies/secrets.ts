// How the host of an agency lets us in: sealed with the key of the company, and shown to no other host.
import type { Vault } from '#platform/crypto/vault.ts';
import { refuseField } from '#platform/errors.ts';
import { type CompanyPlace, samePlace } from '#platform/file-places/company-place.ts';
import type { AgencyRow } from '../tables.ts';

interface Credentials {
  readonly privateKey?: string;
  readonly password?: string;
}

export const secretsPart = (id: string): string => `credit_agency.${id}.secrets`;

type Kept = Pick<AgencyRow, 'id' | 'company_id' | 'secrets_sealed'>;

export const secretsOf = (vault: Vault, { id, company_id, secrets_sealed: sealed }: Kept): Credentials =>
  sealed === null ? {} : (JSON.parse(vault.companySealer(company_id).unseal(secretsPart(id), sealed)) as Credentials);

export const placeOfAgency = ({ place }: Pick<AgencyRow, 'place'>): CompanyPlace | null =>
  place === null ? null : (JSON.parse(place) as CompanyPlace);

interface Change {
  readonly before: AgencyRow | undefined;
  readonly row: Pick<AgencyRow, 'id' | 'company_id'>;
  readonly place: CompanyPlace | null;
  readonly sent: Credentials | null | undefined;
}

/** Errors: InvalidRequest. */
export function secretsAfter(vault: Vault, { before, row, place, sent }: Change): Buffer | null {
  if (place === null || place.kind === 'directory') return null;
  if (sent) return vault.companySealer(row.company_id).seal(secretsPart(row.id), JSON.stringify(sent));
  const was = before && placeOfAgency(before);
  if (before?.secrets_sealed != null && was != null && samePlace(was, place)) return before.secrets_sealed;
  throw refuseField('place.credentials', 'are missing', 'the private key or the password of the host');
}
