// The words a contact is described with. The specification (2.4) names `self` only and the interface shows `parent`;
// the other affiliations are ours, chosen for what collection law asks of a recipient: is it the borrower, a spouse, a
// parent or guardian, an attorney, or a third party (15 U.S.C. 1692c)? Power of attorney is no affiliation: it is a
// flag of its own, which a spouse or a friend may have.

/** Who acts for a borrower in law. */
export const representativeTypes = [
  'attorney',
  'guardian',
  'executor',
  'trustee',
  'creditCounselor',
  'debtSettlement',
  'other',
] as const;
export type RepresentativeType = (typeof representativeTypes)[number];

/** The channels on which a borrower is informed: those of an interaction. */
export const channels = ['voice', 'email', 'fax', 'text', 'chat', 'mail', 'gui', 'document'] as const;
export type Channel = (typeof channels)[number];

/** What the law of communication asks for: 47 CFR 64.1200, 12 CFR 1006, 15 U.S.C. 7001(c). */
export const consentTypes = [
  'priorExpress',
  'priorExpressWritten',
  'writtenRevocable',
  'express',
  'esign',
  'other',
] as const;
export type ConsentType = (typeof consentTypes)[number];

/** What a borrower has said of being reached (12 CFR 1006.6(b)(1), 1006.14(h)). */
export const preferenceKinds = ['inconvenient', 'convenient', 'timezone'] as const;
export type PreferenceKind = (typeof preferenceKinds)[number];

export const contactTypes = ['email', 'phone', 'address'] as const;
export type ContactType = (typeof contactTypes)[number];

/**
 * The label of a mobile phone is `personal`. A hospital, a school and a place of worship are places where a borrower is
 * not to be disturbed (12 CFR 1006.6(b)(1)(ii)).
 */
export const contactLabels = ['personal', 'work', 'home', 'military', 'hospital', 'school', 'placeOfWorship'] as const;
export type ContactLabel = (typeof contactLabels)[number];

export const contactStatuses = ['primary', 'secondary', 'additional', 'archived'] as const;
export type ContactStatus = (typeof contactStatuses)[number];

export const contactAffiliations = [
  'self',
  // They are family.
  'spouse',
  'parent',
  // The parent of a borrower who is a minor: counts as the borrower does (12 CFR 1006.6(a)(2)).
  'parentOfMinor',
  'child',
  'sibling',
  'grandparent',
  'otherFamily',
  // People who act for the borrower.
  'guardian',
  // Whoever acts for the estate of a borrower who has died (12 CFR 1006.6(a)(4)).
  'estateRepresentative',
  'attorney',
  'creditCounselor',
  'caregiver',
  // They are other third parties.
  'employer',
  'friend',
  'neighbor',
  'other',
] as const;
