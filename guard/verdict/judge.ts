// The verdict: every rule that reaches the question is asked, and the strictest wins.
import { type Ask, assume, clockMomentOf, type LoanAsked, prepared } from '../asked/ask.ts';
import { reaches } from '../asked/channels.ts';
import { endOfLaw, isInContext, isLawAt } from '../asked/context.ts';
import { firstOf, type Saying } from '../asked/saying.ts';
import type { Judge, Moment, Rule, RuleSpoken } from '../contract.ts';
import { doNotInteract } from '../kinds/do-not-interact.ts';
import { asked } from '../kinds/kinds.ts';
import { isAmongZips } from '../places/zips.ts';
import { rulesByJurisdiction } from './by-jurisdiction.ts';

type Outcome = RuleSpoken['outcome'];

const outcomeOf = { block: 'blocks', warn: 'warns', info: 'informs' } as const;
const ranks: readonly Outcome[] = ['informs', 'warns', 'blocks'];

/** What is said of a rule that speaks, besides what it says itself. */
type Speaker = Pick<Rule, 'id' | 'citation' | 'jurisdiction' | 'kind' | 'severity'>;

interface Answered {
  readonly speaker: Speaker;
  readonly saying: Saying;
  readonly outcome: Outcome;
  /** With the days on which the rule is law. */
  readonly opens: (from: Moment) => Moment;
}

export const judge: Judge = (question, facts, rules) => {
  const ask = prepared(question, facts);
  const answered = question.direction === 'inbound' ? [] : answersOf(ask, rules);
  const spoken = answered.filter(({ opens }) => opens(ask.at) > ask.at).map((one) => spokenBy(one, ask));
  const blocks = spoken.some(({ outcome }) => outcome === 'blocks');
  noteUnknown(ask);
  return {
    result: !blocks,
    at: ask.at,
    evaluatedAt: clockMomentOf(question, facts),
    party: ask.party,
    jurisdictions: ask.where.jurisdictions,
    timeZones: ask.where.zones,
    rules: inOrder(spoken),
    nextAllowedAt: blocks ? nextOf(ask, answered) : ask.at,
    warnings: warningsOf(ask, spoken),
    unknown: ask.unknown,
  };
};

// ---- asked -----------------------------------------------------------------------------------------------------------

function answersOf(ask: Ask, rules: readonly Rule[]): Answered[] {
  const answered = answersOfBlocks(ask);
  const byJurisdiction = rulesByJurisdiction(rules);
  for (const { code } of ask.where.jurisdictions) {
    for (const rule of byJurisdiction.get(code) ?? []) {
      const one = isReached(rule, ask) ? answerOf(rule, ask) : null;
      if (one !== null) answered.push(one);
    }
  }
  return answered;
}

function answersOfBlocks(ask: Ask): Answered[] {
  const saying = doNotInteract(ask);
  if (saying === null) return [];
  const speaker: Speaker = {
    id: 'DO-NOT-INTERACT',
    citation: 'Decision of the lender',
    jurisdiction: 'federal',
    kind: 'other',
    severity: 'block',
  };
  return [{ speaker, saying, outcome: 'blocks', opens: saying.opens }];
}

function isReached(rule: Rule, ask: Ask): boolean {
  if (rule.muted || !reaches(rule, ask.channel) || !isInContext(rule, ask.question, ask)) return false;
  return rule.locality === null || ask.where.zips.some((zip) => isAmongZips(zip, rule.locality?.zips ?? []));
}

function answerOf(rule: Rule, ask: Ask): Answered | null {
  const loans = loansOf(rule, ask);
  const saying = loans === null ? null : asked(rule, ask, loans);
  if (saying === null) return null;
  const said = outcomeOf[rule.severity];
  const outcome = saying.atMost === undefined ? said : lesser(said, saying.atMost);
  return { speaker: rule, saying, outcome, opens: asLaw(rule, ask, saying) };
}

const lesser = (one: Outcome, other: Outcome): Outcome => (ranks.indexOf(one) < ranks.indexOf(other) ? one : other);

/** The loans for which a rule is asked: those of its party and of its types. Null: none of them. */
function loansOf(
  { appliesTo, onlyLoanTypeIds, exceptLoanTypeIds }: Rule,
  { loans, party }: Ask,
): readonly LoanAsked[] | null {
  if (loans.length === 0) {
    return onlyLoanTypeIds === null && (appliesTo === 'both' || appliesTo === party) ? loans : null;
  }
  if (appliesTo === 'both' && onlyLoanTypeIds === null && exceptLoanTypeIds.length === 0) return loans;
  const found = loans.filter(
    ({ loan, party: own }) =>
      (appliesTo === 'both' || appliesTo === own) &&
      (onlyLoanTypeIds === null || onlyLoanTypeIds.includes(loan.loanTypeId)) &&
      !exceptLoanTypeIds.includes(loan.loanTypeId),
  );
  return found.length === 0 ? null : found;
}

/** A rule that is not law yet, or no more, allows everything. */
function asLaw(rule: Rule, ask: Ask, { opens }: Saying): (from: Moment) => Moment {
  if (rule.effectiveFrom === null && rule.effectiveTo === null) return opens;
  return (from) => (isLawAt(rule, from, ask) ? Math.min(opens(from), Math.max(from, endOfLaw(rule, ask))) : from);
}

// ---- answered --------------------------------------------------------------------------------------------------------

const finite = (moment: Moment): Moment | null => (Number.isFinite(moment) ? moment : null);

function spokenBy({ speaker, saying, outcome, opens }: Answered, { at }: Ask): RuleSpoken {
  const { reason, facts } = saying.say();
  return {
    ruleId: speaker.id,
    citation: speaker.citation,
    jurisdiction: speaker.jurisdiction,
    kind: speaker.kind,
    severity: speaker.severity,
    outcome,
    reason,
    facts,
    nextAllowedAt: outcome === 'blocks' ? finite(firstOf(at, [opens])) : null,
  };
}

/** The blocking ones first; the others stay in the order of the rules. */
const inOrder = (spoken: readonly RuleSpoken[]): RuleSpoken[] =>
  spoken.toSorted((one, other) => ranks.indexOf(other.outcome) - ranks.indexOf(one.outcome));

/** Also those that allow it now and would not then. */
const nextOf = ({ at }: Ask, answered: readonly Answered[]): Moment | null =>
  finite(
    firstOf(
      at,
      answered.filter(({ outcome }) => outcome === 'blocks').map(({ opens }) => opens),
    ),
  );

function warningsOf({ where }: Ask, spoken: readonly RuleSpoken[]): string[] {
  const warned = spoken
    .filter(({ outcome }) => outcome === 'warns')
    .map(({ ruleId, reason }) => `${ruleId}: ${reason}`);
  const isUncertain = [...where.jurisdictions, ...where.zones].some(({ why }) => why.some((one) => one.isUncertain));
  return isUncertain
    ? [
        ...warned,
        'States and zones of phones follow from their area codes, and numbers are carried along when people move.',
      ]
    : warned;
}

function noteUnknown(ask: Ask): void {
  if (ask.question.direction === 'inbound') return;
  if (ask.zones.length === 0) {
    assume(
      ask,
      'In which time zone the borrower is.',
      'Where local hours are law, no hour is allowed; days are counted by the company’s clock.',
    );
  }
  const taken = ask.loans.filter(({ loan }) => loan.takenOverInDefault === null);
  if (taken.length > 0) {
    const facts = taken.map(({ loan }) => ({ kind: 'loan' as const, id: loan.id }));
    assume(
      ask,
      'Whether a loan that was taken over was in default then.',
      'It was, so the rules of collectors apply.',
      facts,
    );
  }
  if (ask.question.contactId === null) {
    assume(ask, 'Which contact is to be used.', 'One of the borrower’s own that fits the channel.');
  }
}
