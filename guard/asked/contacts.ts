// Who a contact reaches, and in which capacity.
import type { ContactFact, Facts, RepresentativeFact } from '../contract.ts';

/** What a representative of this type is to the law. */
const roleOfRepresentative: Readonly<Record<string, string>> = {
  attorney: 'attorney',
  guardian: 'guardian',
  executor: 'estateRepresentative',
  trustee: 'trustee',
};

export const isOwn = (contact: ContactFact | null): boolean => contact === null || contact.affiliation === 'self';

/** In which capacities the person is addressed whom a contact reaches: as what the contact says, and as who represents. */
export function rolesOf(
  contact: ContactFact | null,
  representatives: readonly RepresentativeFact[],
): readonly string[] {
  if (contact === null) return ['self'];
  const represents = representatives.find(({ id }) => id === contact.legalRepresentativeId);
  const role = represents?.isActive ? roleOfRepresentative[represents.representativeType] : undefined;
  return role === undefined ? [contact.affiliation] : [contact.affiliation, role];
}

const noThirdParties = ['self', 'spouse', 'parentOfMinor', 'guardian', 'estateRepresentative', 'attorney'];

/** A third party is neither a consumer as the law means it (12 CFR 1006.6(a)) nor an attorney. */
export const isThirdParty = ({ roles }: { readonly roles: readonly string[] }): boolean =>
  !roles.some((role) => noThirdParties.includes(role));

/** The borrower has consented that this person hears of the debt. */
export const isAgreedTo = (contact: ContactFact | null): boolean =>
  contact !== null && (contact.authorizedThirdParty || contact.powerOfAttorney);

/** The borrower's own contact at work. */
export const isWork = (contact: ContactFact | null): boolean =>
  contact !== null && contact.affiliation === 'self' && contact.label === 'work';

/** A landline at home; every other phone is taken as mobile. */
export const isResidential = (contact: ContactFact): boolean => contact.label === 'home';

export const ownOf = (facts: Facts, contactType: ContactFact['contactType']): ContactFact[] =>
  facts.contacts.filter((one) => one.contactType === contactType && one.affiliation === 'self' && one.valid);
