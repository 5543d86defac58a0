// What is true of any verdict, on random histories.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seed } from '../../tests/support/seed.ts';
import type {
  CaseFact,
  Facts,
  InteractionFact,
  Moment,
  Question,
  RepresentativeFact,
  Rule,
  Verdict,
} from '../contract.ts';
import { shippedRules } from '../rules/shipped.ts';
import { judge } from '../verdict/judge.ts';
import { type Dice, diceOf } from './dice.ts';
import { type History, historyOf } from './histories.ts';

const times = 300 * Number(process.env.TENOR_LAWS ?? 1);
const minuteMs = 60_000;

function holds(law: (history: History, dice: Dice) => void): void {
  for (let index = 0; index < times; index += 1) {
    const dice = diceOf(seed, index);
    const history = historyOf(dice, shippedRules);
    try {
      law(history, dice);
    } catch (error) {
      throw new Error(`in history ${index} of seed ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** The facts as they are when it is asked: nothing that comes later is among them. */
function standing(facts: Facts, at: Moment): Facts {
  const day = new Date(at).toISOString().slice(0, 10);
  const notLater = (moment: Moment | null): Moment | null => (moment !== null && moment > at ? null : moment);
  const dateNotLater = (date: string | null): string | null => (date !== null && date >= day ? null : date);
  const openAt = (one: CaseFact): CaseFact => ({
    ...one,
    ...(one.statusUpdatedAt > at && { status: 'processing', outcome: null, statusUpdatedAt: at }),
    dispute: one.dispute && { ...one.dispute, verificationSentOn: dateNotLater(one.dispute.verificationSentOn) },
  });
  return {
    ...facts,
    contacts: facts.contacts.map((one) => ({ ...one, reassignedCheckedAt: notLater(one.reassignedCheckedAt) })),
    interactions: facts.interactions.filter((one) => one.at <= at),
    cases: facts.cases.filter(({ receivedAt }) => receivedAt <= at).map(openAt),
    consents: facts.consents
      .filter(({ givenAt }) => givenAt <= at)
      .map((one) => ({ ...one, revokedAt: notLater(one.revokedAt) })),
    requests: facts.requests
      .filter((one) => one.at <= at)
      .map((one) => ({ ...one, withdrawnAt: notLater(one.withdrawnAt) })),
    representatives: facts.representatives.filter(({ knownSince }) => knownSince <= at),
  };
}

const verdictOf = ({ question, facts, rules }: History): Verdict => judge(question, facts, rules);
const nextOf = ({ nextAllowedAt }: Verdict): number => nextAllowedAt ?? Number.POSITIVE_INFINITY;

describe('of any verdict', () => {
  test('at nextAllowedAt it is allowed, and one minute before it is not', () => {
    let found = 0;
    holds((history) => {
      const facts = standing(history.facts, history.question.at);
      const verdict = verdictOf({ ...history, facts });
      const next = verdict.nextAllowedAt;
      if (verdict.result || next === null) return;
      found += 1;
      const at = (moment: Moment): Verdict =>
        verdictOf({ ...history, facts, question: { ...history.question, at: moment } });
      assert.equal(at(next).result, true, `blocks at ${new Date(next).toISOString()}: ${blocking(at(next))}`);
      const before = Math.max(next - minuteMs, history.question.at);
      assert.equal(at(before).result, false, `allows at ${new Date(before).toISOString()}`);
    });
    assert.ok(found > times / 50, `some verdicts have a next time: ${found}`);
  });

  test('one more fact against contact never allows more', () => {
    holds((history, dice) => {
      const verdict = verdictOf(history);
      const more = verdictOf({ ...history, facts: dice.pick(against)(history) });
      if (more.result) assert.equal(verdict.result, true);
      assert.ok(nextOf(more) >= nextOf(verdict), `next ${verdict.nextAllowedAt}, with one more ${more.nextAllowedAt}`);
    });
  });

  test('the order of facts does not matter, nor when they became known once all are', () => {
    holds((history, dice) => {
      const now = { ...history, question: { ...history.question, knownAt: null } };
      const later = (one: InteractionFact): InteractionFact => ({
        ...one,
        knownFrom: one.knownFrom + dice.between(0, 9) * 86_400_000,
      });
      const facts = shuffled(now.facts, dice);
      assert.deepEqual(
        verdictOf({ ...now, facts: { ...facts, interactions: facts.interactions.map(later) } }),
        verdictOf(now),
      );
    });
  });

  test('muting a rule takes away what it said, and nothing else', () => {
    holds((history, dice) => {
      const verdict = verdictOf(history);
      const muted = dice.pick(history.rules);
      const rules = history.rules.map((rule): Rule => (rule === muted ? { ...rule, muted: true } : rule));
      const found = verdictOf({ ...history, rules });
      const others = verdict.rules.filter(({ ruleId }) => ruleId !== muted.id);
      assert.deepEqual(found.rules, others);
      assert.equal(found.result, !others.some(({ outcome }) => outcome === 'blocks'));
    });
  });

  test('what blocks has a reason, and its next moment is none before', () => {
    holds((history) => {
      const verdict = verdictOf(history);
      for (const { reason, nextAllowedAt, outcome } of verdict.rules) {
        assert.match(reason, /^\S.*\.$/s);
        if (outcome !== 'blocks') assert.equal(nextAllowedAt, null);
        else if (verdict.nextAllowedAt !== null) {
          assert.ok(nextAllowedAt !== null && nextAllowedAt > verdict.at && nextAllowedAt <= verdict.nextAllowedAt);
        }
      }
    });
  });
});

const blocking = ({ rules }: Verdict): string =>
  rules
    .filter(({ outcome }) => outcome === 'blocks')
    .map(({ ruleId }) => ruleId)
    .join(', ');

function shuffled(facts: Facts, dice: Dice): Facts {
  const mixed = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => ({ one, place: dice.fraction() }))
      .sort((a, b) => a.place - b.place)
      .map(({ one }) => one);
  return {
    ...facts,
    contacts: mixed(facts.contacts),
    loans: mixed(facts.loans),
    interactions: mixed(facts.interactions),
    doNotInteracts: mixed(facts.doNotInteracts),
    cases: mixed(facts.cases),
    consents: mixed(facts.consents),
    requests: mixed(facts.requests),
    representatives: mixed(facts.representatives),
  };
}

// ---- facts against contact -------------------------------------------------------------------------------------------

const attempted = ({ at, contactId, channel }: Question): InteractionFact => ({
  id: 'one more',
  channel: channel ?? 'voice',
  direction: 'outbound',
  theme: 'opsCollDebt',
  subject: null,
  contactId,
  loanIds: [],
  status: 'attempted',
  at: at - 3_600_000,
  connected: null,
  conversation: null,
  messageLeft: null,
  undeliverable: null,
  isAutodialed: null,
  isTransactional: null,
  requestedByBorrower: false,
  knownFrom: 0,
  knownUntil: null,
});

const aCase = (caseType: string, { at }: Question): CaseFact => ({
  id: 'one more',
  caseType,
  status: 'initiated',
  outcome: null,
  statusUpdatedAt: at,
  receivedAt: at,
  loanIds: [],
  whose: 'borrower',
  inWriting: true,
  byRegisteredMail: true,
  bankruptcy: null,
  dispute: null,
  beginsOn: null,
  endsOn: null,
});

const anAttorney = ({ at }: Question): RepresentativeFact => ({
  id: 'one more',
  representativeType: 'attorney',
  isActive: true,
  loanIds: [],
  knownSince: at,
  unansweredSince: null,
  isUnresponsive: false,
  consents: false,
  denies: false,
});

const against: readonly ((history: History) => Facts)[] = [
  ({ facts, question }) => ({ ...facts, interactions: [...facts.interactions, attempted(question)] }),
  ...['bankruptcy', 'ceaseCommunication', 'deceased', 'disputeOfDebt', 'federalEmergency', 'militaryDuty'].map(
    (caseType) =>
      ({ facts, question }: History): Facts => ({ ...facts, cases: [...facts.cases, aCase(caseType, question)] }),
  ),
  ({ facts, question }) => ({ ...facts, representatives: [...facts.representatives, anAttorney(question)] }),
  ({ facts, question: { at } }) => ({
    ...facts,
    requests: [
      ...facts.requests,
      { id: 'one more', at, channel: null, contactId: null, atWork: false, inWriting: true, withdrawnAt: null },
    ],
  }),
];
