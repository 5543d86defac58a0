// What a column of an exported file may hold of a borrower, one of the contacts, and a loan.
import type { ContactedLoan } from '#capabilities/loans/index.ts';
import {
  addressOfContact,
  type ContactedContact,
  type Identifying,
  valueOfContact,
} from '#capabilities/people/index.ts';
import type { Sealer } from '#platform/crypto/vault.ts';

export const formats = ['us', 'digits'] as const;
export const masks = ['lastFour', 'initial'] as const;

/** What one line is about. */
export interface LineAbout {
  readonly personId: string;
  readonly externalId: string | null;
  readonly sealer: Sealer;
  readonly identifying: Omit<Identifying, 'home'> | undefined;
  readonly language: string | null;
  readonly contact: ContactedContact | null;
  readonly loan: ContactedLoan | null;
}

/** `text`: somebody else wrote it, so it may hold what a spreadsheet would run. */
type Kind = 'text' | 'phone' | 'date' | 'plain';

interface Field {
  readonly kind: Kind;
  readonly of: (about: LineAbout) => string | null;
}

const plain = (of: Field['of']): Field => ({ kind: 'plain', of });
const text = (of: Field['of']): Field => ({ kind: 'text', of });
const date = (of: Field['of']): Field => ({ kind: 'date', of });

const addressOf = ({ sealer, contact }: LineAbout) =>
  contact?.contact_type === 'address' ? addressOfContact(sealer, contact) : null;
const ofAddress = (name: 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'postalCode'): Field =>
  text((about) => addressOf(about)?.[name] ?? null);

const flag = (value: boolean | undefined): string | null => (value === undefined ? null : String(value));

export const fields = {
  'borrower.id': plain(({ personId }) => personId),
  'borrower.externalId': text(({ externalId }) => externalId),
  'borrower.firstName': text(({ identifying }) => identifying?.name?.firstName ?? null),
  'borrower.middleName': text(({ identifying }) => identifying?.name?.middleName ?? null),
  'borrower.lastName': text(({ identifying }) => identifying?.name?.lastName ?? null),
  'borrower.suffix': text(({ identifying }) => identifying?.name?.suffix ?? null),
  'borrower.dateOfBirth': date(({ identifying }) => identifying?.dateOfBirth ?? null),
  'borrower.language': plain(({ language }) => language),
  'contact.id': plain(({ contact }) => contact?.id ?? null),
  'contact.externalId': text(({ contact }) => contact?.external_id ?? null),
  'contact.contactType': plain(({ contact }) => contact?.contact_type ?? null),
  'contact.label': plain(({ contact }) => contact?.label ?? null),
  'contact.affiliation': plain(({ contact }) => contact?.affiliation ?? null),
  'contact.status': plain(({ contact }) => contact?.status ?? null),
  'contact.valid': plain(({ contact }) => flag(contact?.valid)),
  'contact.receiveTextMessages': plain(({ contact }) => flag(contact?.receive_text_messages)),
  'contact.value': {
    kind: 'phone',
    of: ({ sealer, contact }) => contact && valueOfContact(sealer, contact),
  },
  'contact.addressLine1': ofAddress('addressLine1'),
  'contact.addressLine2': ofAddress('addressLine2'),
  'contact.city': ofAddress('city'),
  'contact.state': ofAddress('state'),
  'contact.postalCode': ofAddress('postalCode'),
  'loan.id': plain(({ loan }) => loan?.id ?? null),
  'loan.externalId': text(({ loan }) => loan?.externalId ?? null),
  'loan.loanTypeId': plain(({ loan }) => loan?.loanTypeId ?? null),
  'loan.status': plain(({ loan }) => loan?.status ?? null),
  'loan.servicedBy': plain(({ loan }) => loan?.servicedBy ?? null),
  'loan.isOverdue': plain(({ loan }) => flag(loan?.isOverdue)),
  'loan.daysPastDue': plain(({ loan }) => (loan === null ? null : String(loan.daysPastDue))),
} satisfies Record<string, Field>;

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];

/** Which of what a line is about has to be read for these columns. */
export const readsFor = (names: readonly string[]) => ({
  identifying: names.some((name) => /^borrower\.(?!id$|externalId$|language$)/.test(name)),
  externalId: names.includes('borrower.externalId'),
  contacts: names.some((name) => name.startsWith('contact.')),
  loans: names.some((name) => name.startsWith('loan.')),
});

interface Shown {
  readonly format?: (typeof formats)[number] | null | undefined;
  readonly mask?: (typeof masks)[number] | null | undefined;
}

/** A value as it stands in the file, and whether a spreadsheet could take it for something to run. */
export function shown(
  value: string | null,
  kind: Kind,
  { format, mask }: Shown,
): { readonly text: string | null; readonly isText: boolean } {
  if (value === null) return { text: null, isText: false };
  const formed = formatted(value, kind, format ?? null);
  const hidden = masked(formed, mask ?? null);
  return { text: hidden, isText: kind === 'text' || (kind === 'phone' && !/^\+?[\d() -]+$/.test(hidden)) };
}

function formatted(value: string, kind: Kind, format: NonNullable<Shown['format']> | null): string {
  if (format === 'digits') return value.replace(/\D/g, '');
  if (format !== 'us') return value;
  if (kind === 'date') return value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
  return kind === 'phone' ? value.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3') : value;
}

function masked(value: string, mask: NonNullable<Shown['mask']> | null): string {
  const signs = [...value];
  if (mask === 'lastFour') return signs.slice(-4).join('');
  return mask === 'initial' ? signs.slice(0, 1).join('') : value;
}
