// Requests and answers of people, identities and contacts.
import Type, { type Static } from 'typebox';
import { User } from '#capabilities/users/index.ts';
import {
  Bool,
  DateOnly,
  DateTime,
  Described,
  Extended,
  ExternalId,
  ForStaff,
  Id,
  MetaData,
  Named,
  Nullable,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';
import { channels, contactAffiliations, contactLabels, contactStatuses, contactTypes } from './rules/contact-values.ts';
import { customTypeNameLengthMax, identityTypes, identityValueLengthMax } from './rules/identity.ts';
import { addressFieldLengthMax } from './rules/us-address.ts';

const id = (example: string) => Text({ max: 12, example });
const stamps = { createdAt: DateTime, updatedAt: Nullable(DateTime), deletedAt: Nullable(DateTime) };
const described = Described;
const part = (example: string, max = 100) => Nullable(Text({ max, example }));
const requiredPart = (example: string) => Text({ min: 1, max: 100, example });

/** The case that an action belongs to. There are no cases yet. */
export const aCase = Reference('CS', 'case');
export const caseId = Type.Optional(Nullable(aCase));

// ---- names -----------------------------------------------------------------------------------------------------------

const nameParts = {
  prefix: part('Ms.', 20),
  firstName: requiredPart('Ada'),
  middleName: part('King'),
  lastName: requiredPart('Lovelace'),
  maidenLastName: part('Byron'),
  suffix: part('Jr.', 5),
  preferredFirstName: part('Addie'),
};

const optionalNameParts = {
  prefix: Type.Optional(nameParts.prefix),
  middleName: Type.Optional(nameParts.middleName),
  maidenLastName: Type.Optional(nameParts.maidenLastName),
  suffix: Type.Optional(nameParts.suffix),
  preferredFirstName: Type.Optional(nameParts.preferredFirstName),
};

const NameCreate = Type.Object(
  {
    ...optionalNameParts,
    firstName: nameParts.firstName,
    lastName: nameParts.lastName,
  },
  { title: 'NameCreate' },
);
export type NameCreate = Static<typeof NameCreate>;

const NameUpdate = Type.Partial(NameCreate, { title: 'NameUpdate' });

const Name = Type.Object(
  {
    id: id('BN-4T9W-K2LM'),
    object: Type.Literal('name'),
    ...nameParts,
    current: Type.Boolean(),
    status: StringEnum(['active']),
    source: StringEnum(['lender']),
    effectiveAt: DateTime,
    originalValue: Type.Object({}, { additionalProperties: true }),
    ...stamps,
  },
  { title: 'Name' },
);
export type Name = Static<typeof Name>;

const businessParts = {
  businessType: part('LLC'),
  businessName: requiredPart('Analytical Engines'),
  businessLegalName: part('Analytical Engines LLC', 200),
  incorporatedCountry: part('US'),
  incorporatedState: part('DE'),
};
const BusinessDetails = Named('BusinessDetails')(businessParts);
export type BusinessDetails = Static<typeof BusinessDetails>;

const BusinessCreate = Type.Object(
  {
    businessType: Type.Optional(businessParts.businessType),
    businessName: businessParts.businessName,
    businessLegalName: Type.Optional(businessParts.businessLegalName),
    incorporatedCountry: Type.Optional(businessParts.incorporatedCountry),
    incorporatedState: Type.Optional(businessParts.incorporatedState),
  },
  { title: 'BusinessCreate' },
);
export type BusinessCreate = Static<typeof BusinessCreate>;
const BusinessUpdate = Type.Partial(BusinessCreate, { title: 'BusinessUpdate' });

// ---- identities ------------------------------------------------------------------------------------------------------

const identityValue = Text({
  min: 1,
  max: identityValueLengthMax,
  description:
    'SSN, ITIN, taxID, FEIN: nine digits, dashes allowed. Shown as an opaque token in answers to writes and inside a borrower. A change that sends the token keeps the value.',
  example: '123-45-6789',
});
const identityFields = {
  valid: Bool,
  issueDate: Nullable(DateOnly),
  expirationDate: Nullable(DateOnly),
  issuingCountry: Text({ max: 60, example: 'US' }),
};
const customTypeName = Nullable(Text({ max: customTypeNameLengthMax, example: 'Matricula consular' }), {
  description: 'What kind of identity a `custom` one is.',
});

export const Identity = Type.Object(
  {
    id: id('BI-6H2P-X9QD'),
    object: Type.Literal('identity'),
    identityType: StringEnum(identityTypes),
    customIdentityTypeName: customTypeName,
    value: identityValue,
    ...identityFields,
    isPrimary: Type.Boolean(),
    isArchived: Type.Boolean(),
    ...stamps,
  },
  { title: 'Identity' },
);
export type Identity = Static<typeof Identity>;

const optionalIdentityFields = {
  customIdentityTypeName: Type.Optional(customTypeName),
  valid: Type.Optional(described(Bool, { description: 'True if not given.' })),
  issueDate: Type.Optional(identityFields.issueDate),
  expirationDate: Type.Optional(identityFields.expirationDate),
  issuingCountry: Type.Optional(
    Nullable(identityFields.issuingCountry, { description: 'Shown as empty if not known.' }),
  ),
};

const PrimaryIdentityCreate = Type.Object(
  {
    identityType: StringEnum(identityTypes),
    value: identityValue,
    ...optionalIdentityFields,
    isPrimary: Type.Optional(described(Bool, { description: 'It is the primary one: true, or nothing.' })),
    isArchived: Type.Optional(
      described(Bool, { description: 'The primary one is never archived: false, or nothing.' }),
    ),
  },
  { title: 'PrimaryIdentityCreate' },
);

export const IdentityCreate = Type.Object(
  {
    ...PrimaryIdentityCreate.properties,
    isPrimary: Type.Optional(
      described(Bool, { description: 'If not given: true for the first identity of a borrower, else false.' }),
    ),
    isArchived: Type.Optional(Bool),
    caseId,
  },
  { title: 'IdentityCreate' },
);
export type IdentityCreate = Static<typeof IdentityCreate>;

export const IdentityUpdate = Type.Object(
  {
    identityType: Type.Optional(StringEnum(identityTypes)),
    value: Type.Optional(identityValue),
    ...optionalIdentityFields,
    isPrimary: Type.Optional(
      described(Bool, { description: 'Taken only as it is: a primary identity stays it, another does not become it.' }),
    ),
    isArchived: Type.Optional(Bool),
    caseId,
  },
  { title: 'IdentityUpdate' },
);
export type IdentityUpdate = Static<typeof IdentityUpdate>;

// ---- borrowers -------------------------------------------------------------------------------------------------------

export const borrowerTypes = ['person', 'business'] as const;
export const borrowerStatuses = ['active', 'inactive'] as const;
const borrowerType = StringEnum(borrowerTypes, { description: 'A natural person, or a business.' });
const borrowerStatus = StringEnum(borrowerStatuses, { description: '`active` if not given.' });
const collectionsIntensity = StringEnum(['light', 'normal', 'heavy'], {
  description:
    'How many collection contacts a period may see; `normal` if not given. Read-only before version 2025-03-26: what is sent is passed over there.',
  example: 'normal',
});

const deliveryChannels = Type.Array(StringEnum(channels), { maxItems: channels.length, examples: [['email']] });

const externalId = ExternalId({ max: 255, example: 'crm-20417' });

const languages = ['en', 'es'] as const;

export const Borrower = Type.Object(
  {
    id: id('BO-3M8K-Q7TZ'),
    object: Type.Literal('person'),
    companyId: id('CP-2W8D-K4TN'),
    displayId: Text({ max: 255, description: 'The external id if there is one, else the id.', example: 'crm-20417' }),
    externalId,
    borrowerType,
    status: borrowerStatus,
    statusUpdatedAt: Described(DateTime, { description: 'When the status was set last; at first when it was made.' }),
    collectionsIntensity: ForStaff(collectionsIntensity),
    name: Nullable(Name, { description: 'The name of a person. Null for a business, and once erased.' }),
    dateOfBirth: Nullable(DateOnly),
    businessDetails: Nullable(BusinessDetails, { description: 'For a business. Null for a person, and once erased.' }),
    commPreferences: Type.Object({
      statementDeliveryChannels: deliveryChannels,
      sendRemindersWhenCurrent: Bool,
      language: Nullable(StringEnum(languages), {
        description: 'In which messages are written. Null: in that of the company.',
      }),
    }),
    identities: Type.Array(Identity),
    monitorStartDate: ForStaff(
      described(DateOnly, { description: 'Since when the borrower is monitored: the day of creation.' }),
    ),
    metaData: MetaData,
    user: Nullable(User, { description: 'Who signs in as this borrower.' }),
    ...stamps,
    erasedAt: Nullable(DateTime, {
      description:
        'Since when nothing personal of the borrower is kept: name, contacts and identities are gone for good.',
    }),
  },
  { title: 'Borrower' },
);
export type Borrower = Static<typeof Borrower>;

const commPreferences = Named('CommPreferencesInput')({
  statementDeliveryChannels: Type.Optional(WithoutEffect(deliveryChannels, 'statements')),
  sendRemindersWhenCurrent: Type.Optional(
    WithoutEffect(described(Bool, { description: 'True if not given.' }), 'reminders'),
  ),
  language: Type.Optional(
    Nullable(StringEnum(languages), { description: 'In which messages are written. Null: in that of the company.' }),
  ),
});

const commonFields = {
  borrowerType: Type.Optional(borrowerType),
  externalId: Type.Optional(externalId),
  status: Type.Optional(borrowerStatus),
  collectionsIntensity: Type.Optional(WithoutEffect(collectionsIntensity, 'collection contacts')),
  dateOfBirth: Type.Optional(Nullable(DateOnly)),
  commPreferences: Type.Optional(commPreferences),
  metaData: Type.Optional(MetaData),
};

export const BorrowerCreate = Type.Object(
  {
    ...commonFields,
    name: Type.Optional(Nullable(NameCreate, { description: 'Required for a person.' })),
    businessDetails: Type.Optional(Nullable(BusinessCreate, { description: 'Required for a business.' })),
    identity: Type.Optional(Nullable(PrimaryIdentityCreate, { description: 'Becomes the primary identity.' })),
  },
  { title: 'BorrowerCreate' },
);
export type BorrowerCreate = Static<typeof BorrowerCreate>;

export const BorrowerUpdate = Type.Object(
  {
    ...commonFields,
    name: Type.Optional(Nullable(NameUpdate, { description: 'The parts that change.' })),
    businessDetails: Type.Optional(Nullable(BusinessUpdate, { description: 'The parts that change.' })),
    caseId,
  },
  { title: 'BorrowerUpdate' },
);
export type BorrowerUpdate = Static<typeof BorrowerUpdate>;

// ---- contacts --------------------------------------------------------------------------------------------------------

const addressPart = (example: string) => Nullable(Text({ max: addressFieldLengthMax, example }));
const addressParts = {
  addressLine1: addressPart('12 Main St'),
  addressLine2: addressPart('Apt 4'),
  city: addressPart('Indianapolis'),
  countyOrRegion: addressPart('Marion'),
  state: addressPart('IN'),
  postalCode: addressPart('46204'),
  country: addressPart('US'),
  POBox: addressPart('PO Box 7'),
};
/** The address without the id that its contact has. */
export const Address = Named('AddressParts')(addressParts);
export type Address = Static<typeof Address>;
export const AddressInput = Type.Partial(Address, { title: 'AddressInput' });
export type AddressInput = Static<typeof AddressInput>;

const countyFips = Nullable(
  Type.Unsafe<string>({
    type: 'string',
    pattern: '^[0-9]{5}$',
    'x-expected': 'five digits: two of the state, three of the county',
    examples: ['18097'],
  }),
  { description: 'The number of the county. Null: nobody has said. It goes when the place changes.' },
);
const ContactAddressInput = Extended(
  AddressInput,
  { countyFips: Type.Optional(countyFips) },
  { title: 'ContactAddressInput' },
);

const phoneDisconnection = {
  disconnectionStatus: Nullable(Text({ max: 50, example: 'connected' })),
  lastDisconnectCheckDate: Nullable(DateOnly),
  lastKnownConnectionDate: Nullable(DateOnly),
};
const DisconnectionInput = Type.Partial(Type.Object(phoneDisconnection), { title: 'PhoneDisconnectionInput' });

const contactType = StringEnum(contactTypes, { example: 'phone' });
const label = StringEnum(contactLabels, { description: 'A mobile phone is `personal`.', example: 'personal' });
const affiliation = StringEnum(contactAffiliations, { description: 'Whose contact it is.', example: 'self' });
const contactStatus = StringEnum(contactStatuses, { example: 'primary' });
const flag = (description: string) => described(Bool, { description, example: false });
const flags = {
  valid: described(Bool, { description: 'False once it is known to reach nobody.' }),
  verified: flag(
    'True after the borrower has confirmed it. False again when another value, or somebody else, is reached.',
  ),
  receiveTextMessages: flag('Whether the borrower agreed to text messages.'),
  authorizedThirdParty: flag('Whether this contact may be spoken to about the account.'),
  powerOfAttorney: flag('Whether this contact holds a power of attorney.'),
};

const fact = (description: string) => Nullable(Bool, { description: `${description} Null: nobody has said.` });
/** Each is said of one value: it goes when the value changes. */
const facts = {
  employerPermits: fact('With the label `work`: whether the employer permits that the borrower is reached there.'),
  providedByBorrower: fact('A phone: whether the borrower gave the number to the creditor.'),
  onDoNotCallRegistry: fact('A phone: whether the number stands in the national registry of those not to be called.'),
  reassignedCheckedAt: Nullable(DateTime, {
    description: 'A phone: when the database of reassigned numbers last said that it is still of the same person.',
  }),
  transferNoticeDate: Nullable(DateOnly, {
    description:
      'An email: when the creditor told the borrower that the address is passed on (12 CFR 1006.6(d)(4)(ii)).',
  }),
  usedByPriorCollector: fact('An email: whether a collector before has used it properly.'),
};

export const Contact = Type.Object(
  {
    id: id('CT-8R4V-N2JC'),
    object: Type.Literal('contact'),
    externalId,
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    contactType,
    label,
    affiliation,
    status: contactStatus,
    name: Nullable(Text({ max: 200, example: 'Ada Lovelace' }), { description: 'The name of whoever is reached.' }),
    value: Nullable(Text({ max: 320, example: '+13175551212' }), {
      description: 'The email, or the phone in E.164. Null for an address.',
    }),
    address: Nullable(
      Type.Object({ id: id('CT-8R4V-N2JC'), object: Type.Literal('address'), ...addressParts, countyFips }),
    ),
    ...flags,
    confirmedAt: Nullable(DateTime, {
      description: 'When the code that was sent to it was entered. Null: `verified` was only said.',
    }),
    receiveTextMessagesLastConsentAt: Nullable(DateTime),
    employerPermits: ForStaff(facts.employerPermits),
    providedByBorrower: ForStaff(facts.providedByBorrower),
    onDoNotCallRegistry: ForStaff(facts.onDoNotCallRegistry),
    reassignedCheckedAt: ForStaff(facts.reassignedCheckedAt),
    transferNoticeDate: ForStaff(facts.transferNoticeDate),
    usedByPriorCollector: ForStaff(facts.usedByPriorCollector),
    legalRepresentativeId: ForStaff(
      Nullable(id('LR-6T2W-M9QK'), { description: 'The legal representative who is reached by it.' }),
    ),
    phoneDisconnectionDetails: ForStaff(
      Type.Object(phoneDisconnection, { description: 'For a phone; else all null.' }),
    ),
    ...stamps,
  },
  { title: 'Contact' },
);
export type Contact = Static<typeof Contact>;

const contactFields = {
  externalId: Type.Optional(externalId),
  name: Type.Optional(Nullable(Text({ max: 200, example: 'Ada Lovelace' }))),
  value: Type.Optional(Nullable(Text({ max: 320, description: 'An email or a phone.', example: '(317) 555-1212' }))),
  address: Type.Optional(Nullable(ContactAddressInput)),
  valid: Type.Optional(flags.valid),
  verified: Type.Optional(flags.verified),
  receiveTextMessages: Type.Optional(flags.receiveTextMessages),
  receiveTextMessagesLastConsentAt: Type.Optional(Nullable(DateTime)),
  authorizedThirdParty: Type.Optional(flags.authorizedThirdParty),
  powerOfAttorney: Type.Optional(flags.powerOfAttorney),
  employerPermits: Type.Optional(facts.employerPermits),
  providedByBorrower: Type.Optional(facts.providedByBorrower),
  onDoNotCallRegistry: Type.Optional(facts.onDoNotCallRegistry),
  reassignedCheckedAt: Type.Optional(facts.reassignedCheckedAt),
  transferNoticeDate: Type.Optional(facts.transferNoticeDate),
  usedByPriorCollector: Type.Optional(facts.usedByPriorCollector),
  legalRepresentativeId: Type.Optional(
    Nullable(Id('LR', 'legal representative'), {
      description: 'The legal representative of this borrower who is reached by it. Its affiliation is never `self`.',
    }),
  ),
  phoneDisconnectionDetails: Type.Optional(Nullable(DisconnectionInput)),
  phoneDisconnectDetails: Type.Optional(
    Nullable(DisconnectionInput, { description: 'The spelling of one client; the same as phoneDisconnectionDetails.' }),
  ),
  caseId,
};

export const ContactCreate = Type.Object(
  {
    contactType,
    label,
    affiliation: Type.Optional(described(affiliation, { description: '`self` if not given.' })),
    status: Type.Optional(described(contactStatus, { description: '`additional` if not given.' })),
    ...contactFields,
  },
  { title: 'ContactCreate' },
);
export type ContactCreate = Static<typeof ContactCreate>;

export const ContactUpdate = Type.Object(
  {
    contactType: Type.Optional(described(contactType, { description: 'Cannot change; clone the contact instead.' })),
    label: Type.Optional(label),
    affiliation: Type.Optional(affiliation),
    status: Type.Optional(contactStatus),
    ...contactFields,
  },
  { title: 'ContactUpdate' },
);
export type ContactUpdate = Static<typeof ContactUpdate>;
