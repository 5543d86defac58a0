// Requests and answers of verdicts.
import { ruleKinds } from '@tenor/guard/contract.ts';
import Type, { type Static, type TSchema } from 'typebox';
import { themes, whatBecomes } from '#capabilities/company/index.ts';
import {
  AddressInput,
  channels,
  contactAffiliations,
  contactLabels,
  contactTypes,
} from '#capabilities/people/index.ts';
import { Bool, DateTime, Described, Extended, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));
const said = <S extends TSchema>(schema: S, description: string) => Type.Optional(Nullable(schema, { description }));

// ---- what is asked ---------------------------------------------------------------------------------------------------

/** A word of the interface. */
const subject = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][A-Za-z0-9]{0,63}$',
  'x-expected': 'one word in lower camel case, such as freeForm',
  examples: ['loanOverdueFirstNotice'],
});

/** What is the same for all borrowers of a list. */
const ofContact = {
  channel: Nullable(StringEnum(channels, { example: 'voice' }), {
    description: 'By which it is to be. Null: it may be any.',
  }),
  subject: said(subject, 'Which message it is. Most subjects imply their theme.'),
  theme: said(StringEnum(themes, { example: 'opsCollDebt' }), 'What it is about; null where the subject implies it.'),
  at: said(DateTime, 'When it is to be; now if not given.'),
  knownAt: said(DateTime, 'By what was known at this moment; by what is known now if not given.'),
  direction: said(
    StringEnum(['inbound', 'outbound']),
    'Who begins it; `outbound` if not given. Inbound is never blocked.',
  ),
  isTransactional: said(
    Bool,
    'False: it offers something that the borrower has not asked for. If not given, as its subject is: true for nearly all.',
  ),
  isAutodialed: said(Bool, 'Voice: a machine dials, or a recording speaks. A text always counts as automated.'),
  voiceKind: said(StringEnum(['live', 'recorded', 'ai']), 'Voice: who speaks; `live` if not given.'),
  checkAtCompanyNoon: said(
    Bool,
    'True: rules of the time of day are asked as if it were noon of that day where the company is; all others as usual.',
  ),
};

const contactDetails = Named('ContactDetails')({
  contactType: StringEnum(contactTypes),
  label: optional(StringEnum(contactLabels)),
  affiliation: optional(StringEnum(contactAffiliations)),
  value: said(Text({ max: 320, example: '+13175550100' }), 'The number or the email.'),
  address: optional(AddressInput),
});

const loanIds = Type.Array(Id('LN', 'loan'), {
  maxItems: 50,
  description: 'Loans of this borrower. None: all of them.',
});
const ofLoans = { loanId: optional(Id('LN', 'loan')), loanIds: optional(loanIds) };

/** At most one of them: by whom or what the borrower is reached. */
const ofReach = {
  contactId: said(Id('CT', 'contact'), 'A contact of this borrower, fit for the channel.'),
  contactExternalId: said(Text({ min: 1, max: 255 }), 'The same by your own id.'),
  externalContactId: said(Text({ min: 1, max: 255 }), 'An older name of contactExternalId.'),
  contactDetails: said(
    contactDetails,
    'A number or an address that may not be on file. It is compared with what is, and never stored.',
  ),
};

const interactionId = said(
  Id('IN', 'interaction'),
  'An interaction of this borrower that the question is about: it is left out of what is counted.',
);

const ofOne = { ...ofContact, ...ofReach, interactionId };
export const CanInteractOnLoan = Type.Object(ofOne, { title: 'CanInteractOnLoan' });
export const CanInteract = Type.Object({ ...ofOne, ...ofLoans }, { title: 'CanInteract' });
export type CanInteract = Static<typeof CanInteract>;

const { contactDetails: _, ...ofReachOnFile } = ofReach;
const OneToContact = Named('PersonToContact')({
  personId: Id('BO', 'borrower'),
  ...ofReachOnFile,
  ...ofLoans,
});

/** So many borrowers are asked about at once. */
const peopleMax = 1_000;

export const CanInteractWithMany = Type.Object(
  {
    ...ofContact,
    people: Type.Array(OneToContact, { minItems: 1, maxItems: peopleMax, description: 'In the order of the answer.' }),
    withInforming: said(
      Bool,
      'True: rules that only inform are shown as well; they are left out if not given, because a list has many of them.',
    ),
  },
  { title: 'CanInteractWithMany' },
);
export type CanInteractWithMany = Static<typeof CanInteractWithMany>;

// ---- what is answered ------------------------------------------------------------------------------------------------

const id = (description: string) => Text({ max: 100, description });
const sentence = (description: string) => Text({ max: 2_000, description });
const moment = (description: string) => Nullable(DateTime, { description });

const FactUsed = Named('FactUsed')({
  kind: Text({ max: 50, example: 'interaction' }),
  id: Text({ max: 100, example: 'IN-5KX8-W2NB' }),
});

const RuleSpoken = Named('RuleSpoken')({
  ruleId: id('A rule of /compliance/rules; `DO-NOT-INTERACT` stands for what stands on a case.'),
  citation: Text({ max: 500, example: '12 CFR 1006.14(b)(2)(i)(A)' }),
  jurisdiction: Text({ max: 20, example: 'federal' }),
  kind: StringEnum(ruleKinds),
  severity: StringEnum(['block', 'warn', 'info']),
  outcome: StringEnum(['blocks', 'warns', 'informs']),
  reason: sentence('Why it speaks.'),
  facts: Type.Array(FactUsed, { description: 'What it has looked at.' }),
  nextAllowedAt: moment('When this rule alone would allow it. Null: not within a year, or it does not block.'),
});

const Evidence = Named('Evidence')({
  kind: StringEnum(['everywhere', 'address', 'areaCode', 'stated', 'informalClock']),
  contactId: Nullable(Text({ max: 100 }), { description: '`contactDetails` is what was sent under this name.' }),
  isUncertain: Described(Bool, { description: 'True for the area code of a phone: numbers are carried along.' }),
});

const JurisdictionFound = Named('JurisdictionFound')({
  code: Text({ max: 20, description: '`federal`, or the two letters of a state.' }),
  why: Type.Array(Evidence),
});

const ZoneFound = Named('ZoneFound')({
  zone: Text({ max: 64, example: 'America/Chicago' }),
  why: Type.Array(Evidence),
});

const UnknownFact = Named('UnknownFact')({
  what: sentence('What was not known.'),
  takenAs: sentence('How it was taken: the careful way.'),
  facts: Type.Array(FactUsed),
});

const WhenSent = Named('WhenSent')({
  becomes: StringEnum(whatBecomes, { description: 'What becomes of such a message, as the company has set it.' }),
  until: moment('Until when it is held.'),
});

const RuleSet = Named('RuleSetAsked')({
  setNumber: Type.Integer({ description: 'The set of shipped rules that the company has taken.' }),
  version: id('Changes with each change of the company’s rules.'),
});

export const ContactVerdict = Named('ContactVerdict')({
  result: Described(Bool, { description: 'True: no rule blocks it.' }),
  at: DateTime,
  evaluatedAt: Described(DateTime, { description: 'For which moment rules of the time of day were asked.' }),
  knownAt: moment('By what was known at this moment. Null: by what is known now.'),
  party: StringEnum(['creditor', 'collector']),
  jurisdictions: Type.Array(JurisdictionFound),
  timeZones: Type.Array(ZoneFound),
  rules: Type.Array(RuleSpoken, { description: 'Every rule that spoke: blocking ones first.' }),
  nextAllowedAt: moment('The earliest moment at which every blocking rule allows it. Null: none within a year.'),
  warnings: Type.Array(Type.String()),
  unknown: Type.Array(UnknownFact),
  ifSent: WhenSent,
  ruleSet: RuleSet,
});
export type ContactVerdict = Static<typeof ContactVerdict>;

const VerdictOfPerson = Extended(ContactVerdict, { personId: Text({ max: 12 }) }, { title: 'VerdictOfPerson' });

export const VerdictsOfMany = Type.Object(
  { verdicts: Type.Array(VerdictOfPerson, { description: 'In the order of the request.' }) },
  { title: 'VerdictsOfMany' },
);
export type VerdictsOfMany = Static<typeof VerdictsOfMany>;

/** What was found when an interaction was recorded. */
export const KeptVerdict = Type.Object(
  {
    interactionId: Text({ max: 12 }),
    object: Type.Literal('interactionVerdict'),
    result: Described(Bool, { description: 'True: no rule blocked it.' }),
    at: Described(DateTime, { description: 'When it took place.' }),
    knownAt: Described(DateTime, { description: 'When it was judged, by what was known then.' }),
    party: StringEnum(['creditor', 'collector']),
    rules: Type.Array(
      Named('KeptRule')({
        ruleId: Text({ max: 100 }),
        outcome: StringEnum(['blocks', 'warns']),
        nextAllowedAt: Nullable(DateTime),
      }),
      { description: 'The rules that blocked or warned.' },
    ),
    nextAllowedAt: Nullable(DateTime),
    ruleSet: RuleSet,
  },
  { title: 'InteractionVerdict' },
);
export type KeptVerdict = Static<typeof KeptVerdict>;
