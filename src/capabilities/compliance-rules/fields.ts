// The fields of a rule: those of a company's own rules can be sent, and rules that come with a release show the same.
import { ruleKinds } from '@tenor/guard/contract.ts';
import Type from 'typebox';
import { conditionLengthMax } from '#platform/conditions/language.ts';
import { Bool, DateOnly, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const channels = ['voice', 'text', 'email', 'letter'] as const;
const severities = ['block', 'warn', 'info'] as const;
const confidences = ['verified', 'knowledge'] as const;
export const origins = ['shipped', 'own'] as const;
const contexts = ['collection', 'solicitation', 'prerecorded', 'licensing', 'any'] as const;
const loanTypesMax = 50;

export const Kind = StringEnum(ruleKinds, { title: 'ComplianceRuleKind', example: 'frequency' });
export const Severity = StringEnum(severities, {
  title: 'ComplianceSeverity',
  example: 'block',
  description: '`block`: the contact is not allowed; `warn`: it is, with a warning; `info`: for people to know.',
});
export const Confidence = StringEnum(confidences, {
  description: '`verified`: read in what `source` names. `knowledge`: counsel should look at it before you rely on it.',
});
export const Jurisdiction = Text({
  min: 2,
  max: 7,
  example: 'CA',
  description: '`federal`, which holds for every borrower, or the two letters of a state.',
});
export const Channel = StringEnum(channels, { example: 'voice' });
export const Params = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'What the kind of rule counts or compares: of a frequency `max`, `per` and `scope`.',
    examples: [{ max: 3, per: '7d', scope: 'borrower' }],
  },
);

const Locality = Named('ComplianceLocality')({
  name: Text({ min: 1, max: 100, example: 'New York City' }),
  zips: Type.Array(Text({ min: 3, max: 20 }), {
    minItems: 1,
    maxItems: 200,
    description: 'ZIP codes `11004`, prefixes `116`, and ranges of prefixes `100-104`.',
  }),
});

const loanTypesWords = 'Only loans of these types; none: all loans, and borrowers without one.';
const conditionWords =
  'It narrows the rule to some borrowers: fields of the borrower (person) and of a case (case), compared and joined by && || and !. Where it is known to be false the rule is not asked; where something is not known the rule counts.';

export const ruleFields = {
  name: Text({ max: 100, example: 'Three calls a week' }),
  description: Text({
    min: 1,
    max: 1_000,
    example: 'We call a borrower at most three times in seven days.',
    description: 'What the rule says, in a sentence.',
  }),
  citation: Text({ min: 1, max: 300, example: 'Calling policy 2026, section 4', description: 'Where it is written.' }),
  jurisdiction: Jurisdiction,
  locality: Nullable(Locality, {
    description: 'Only borrowers in these ZIP codes of the state. Null: the whole state.',
  }),
  appliesTo: StringEnum(['creditor', 'collector', 'both'], {
    description: 'Whom it binds: who services debts of its own that are not in default, or who collects for others.',
  }),
  channels: Type.Array(Channel, { minItems: 1, maxItems: 4 }),
  kind: Kind,
  context: StringEnum(contexts, {
    description: '`collection` is all servicing; `solicitation` advertising; `prerecorded` calls by machines.',
  }),
  severity: Severity,
  params: Params,
  confidence: Confidence,
  source: Text({ min: 1, max: 500, example: 'Board resolution of 4 May 2026', description: 'Where it was read.' }),
  effectiveFrom: Nullable(DateOnly, { description: 'The first day, by the clock of the borrower. Null: always.' }),
  effectiveTo: Nullable(DateOnly, { description: 'The last day. Null: for good.' }),
  loanTypeIds: Type.Array(Text({ max: 12, example: 'LT-5KX8-W2NB' }), {
    maxItems: loanTypesMax,
    description: loanTypesWords,
  }),
  condition: Nullable(Text({ min: 1, max: conditionLengthMax, example: 'person.borrowerType == "person"' }), {
    description: conditionWords,
  }),
};

/** Loan types may be named by external ids. */
export const takenFields = {
  loanTypeIds: Type.Array(Id('LT', 'loan type'), { maxItems: loanTypesMax, description: loanTypesWords }),
};

/** What holds for loans of one type, or for all. */
export const StandingChange = Named('ComplianceRuleStanding')({
  loanTypeId: Nullable(Text({ max: 12 }), { description: 'Null: for all loans of which no more is said.' }),
  isMuted: Nullable(Bool),
  severity: Nullable(Severity),
  params: Nullable(Params),
});

export const computedFields = {
  ruleId: Text({
    max: 60,
    example: 'FED-FREQ-7IN7',
    description: 'The id by which verdicts name it, the same for all versions and in all sets.',
  }),
  origin: StringEnum(origins, { description: '`shipped`: it comes with a release. `own`: the company made it.' }),
  counselShouldLook: Type.Boolean({ description: 'True for what was written down from knowledge.' }),
  isMuted: Type.Boolean({ description: 'It says nothing about loans of which `changes` says no more.' }),
  changes: Type.Array(StandingChange, {
    description:
      'What the company has changed of it, as it stands; null: nothing of that. `…/changes` has the history.',
  }),
};
