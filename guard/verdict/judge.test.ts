// Verdicts as a whole: how rules are combined, when contact is next allowed, and what is said of what nobody knows. What
// each rule says by itself is in golden/.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts, Question, Verdict } from '../contract.ts';
import {
  address,
  asks,
  bankruptcy,
  borrower,
  call,
  callsInOctober,
  cease,
  consent,
  debtor,
  email,
  loan,
  phone,
} from '../golden/given.ts';
import { shippedRules } from '../rules/shipped.ts';
import { judge } from './judge.ts';

const verdict = (at: string, facts: Facts, asked: Partial<Question> = {}): Verdict =>
  judge(asks(at, facts, asked), facts, shippedRules);
const spoken = ({ rules }: Verdict, outcome = 'blocks'): string[] =>
  rules.filter((one) => one.outcome === outcome).map(({ ruleId }) => ruleId);
const next = ({ nextAllowedAt }: Verdict): string | null =>
  nextAllowedAt === null ? null : new Date(nextAllowedAt).toISOString();
const utc = (text: string): string => new Date(text).toISOString();

const noon = '2026-10-14T12:00:00-04:00';

describe('a verdict', () => {
  test('allows at once what no rule blocks', () => {
    const found = verdict(noon, borrower('OH'));
    assert.deepEqual([found.result, next(found), found.party], [true, utc(noon), 'creditor']);
  });

  test('waits for every rule: seven calls to midnight, and then for the morning', () => {
    const facts = debtor('OH', { interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14]) });
    const found = verdict('2026-10-14T15:00:00-04:00', facts);
    assert.deepEqual(spoken(found), ['FED-FREQ-7IN7']);
    assert.equal(found.rules[0]?.nextAllowedAt, Date.parse('2026-10-15T00:00:00-04:00'));
    assert.equal(next(found), utc('2026-10-15T08:00:00-04:00'));
    assert.deepEqual(found.rules[0]?.facts.length, 7);
  });

  test('has no next time where a rule does not end', () => {
    const found = verdict(noon, debtor('OH', { cases: [bankruptcy()] }));
    assert.deepEqual([spoken(found), next(found)], [['FED-BK-STAY'], null]);
  });

  test('asks nothing of a contact that the borrower begins', () => {
    const found = verdict('2026-10-14T03:00:00-04:00', debtor('OH', { cases: [cease()] }), { direction: 'inbound' });
    assert.deepEqual([found.result, found.rules], [true, []]);
  });

  test('asks the rules of each loan’s party, and of a collector if one of the loans is a collector’s', () => {
    const facts = borrower('OH', { loans: [loan(), loan({ id: 'placed', servicedBy: 'debtCollectionAgency' })] });
    const night = '2026-10-14T22:00:00-04:00';
    assert.deepEqual(spoken(verdict(night, facts)), ['FED-TIME']);
    assert.deepEqual(spoken(verdict(night, facts, { loanIds: ['loan'] })), []);
    assert.equal(verdict(night, facts, { loanIds: ['placed'] }).party, 'collector');
  });

  test('takes a loan of which nobody knows how it was taken over as in default, and says so', () => {
    const found = verdict(noon, borrower('OH', { loans: [loan({ takenOverInDefault: null })] }));
    assert.equal(found.party, 'collector');
    assert.match(found.unknown[0]?.what ?? '', /taken over/);
  });

  test('knows what was known then', () => {
    const late = callsInOctober([8, 9, 10, 11, 12, 13, 14]).map((one) => ({
      ...one,
      knownFrom: Date.parse('2026-10-20T00:00:00Z'),
    }));
    const facts = debtor('OH', { interactions: late });
    const at = '2026-10-14T15:00:00-04:00';
    assert.equal(verdict(at, facts, { knownAt: Date.parse(at) }).result, true);
    assert.equal(verdict(at, facts).result, false);
  });

  test('reads nothing of later than the moment that is asked', () => {
    const facts = debtor('OH', { interactions: callsInOctober([15, 16, 17, 18, 19, 20, 21]) });
    assert.equal(verdict(noon, facts).result, true);
  });

  test('mutes a rule, for all or for loans of a type', () => {
    const night = '2026-10-14T22:00:00-04:00';
    const facts = debtor('OH');
    const change = (fields: object) => shippedRules.map((one) => (one.id === 'FED-TIME' ? { ...one, ...fields } : one));
    const asked = (rules: ReturnType<typeof change>) => judge(asks(night, facts), facts, rules).result;
    assert.deepEqual(
      [
        asked(change({})),
        asked(change({ muted: true })),
        asked(change({ exceptLoanTypeIds: ['type'] })),
        asked(change({ onlyLoanTypeIds: ['other'] })),
      ],
      [false, true, true, true],
    );
  });

  test('knows a rule from the day on which it is law, and waits for it only then', () => {
    const facts = borrower('NYC', { interactions: callsInOctober([1, 2, 3]), loans: [loan({ isOverdue: true })] });
    const before = facts.interactions.map((one) => ({ ...one, at: one.at - 34 * 86_400_000 }));
    assert.deepEqual(spoken(verdict('2026-08-31T12:00:00-04:00', { ...facts, interactions: before })), []);
    assert.deepEqual(spoken(verdict('2026-09-01T12:00:00-04:00', { ...facts, interactions: before })), ['NY-NYC-FREQ']);
  });
});

describe('places and clocks', () => {
  const inZones = (zip: string, state: string, number: string, more = {}) =>
    debtor('CA', { contacts: [address('address', zip, state), phone('phone', number), email('email')], ...more });

  test('a New York number in Hawaii: all clocks must allow it', () => {
    const facts = inZones('96813', 'HI', '+12125550100');
    const found = verdict('2026-10-14T09:00:00-04:00', facts);
    assert.deepEqual(
      found.timeZones.map(({ zone }) => zone),
      ['America/New_York', 'Pacific/Honolulu'],
    );
    assert.equal(next(found), utc('2026-10-14T08:00:00-10:00'));
    assert.match(found.warnings[0] ?? '', /carried along/);
  });

  test('an email goes by the address alone, and by phones where there is none', () => {
    const facts = inZones('96813', 'HI', '+12125550100');
    assert.deepEqual(
      verdict(noon, facts, { channel: 'email' }).timeZones.map(({ zone }) => zone),
      ['Pacific/Honolulu'],
    );
    const homeless = debtor('CA', {
      contacts: [address('address', '90001', 'CA', { valid: false }), phone('phone', '+12125550100')],
    });
    assert.deepEqual(
      verdict(noon, homeless, { channel: 'email' }).timeZones.map(({ zone }) => zone),
      ['America/New_York'],
    );
  });

  test('a zone that the borrower has stated replaces all', () => {
    const facts = inZones('96813', 'HI', '+12125550100', { person: { statedZone: 'America/Chicago' } });
    const found = verdict('2026-10-14T08:00:00-05:00', facts);
    assert.deepEqual([found.result, found.timeZones.map(({ zone }) => zone)], [true, ['America/Chicago']]);
  });

  test('no zone at all: no hour is allowed, and there is no next one', () => {
    const found = verdict(noon, inZones('09012', 'AE', '+18005550100'));
    assert.deepEqual([spoken(found), next(found)], [['FED-TIME'], null]);
    assert.match(found.unknown.map(({ what }) => what).join(), /zone/);
  });

  const mornings: readonly (readonly [where: string, zip: string, state: string, number: string, opens: string])[] = [
    ['Phoenix, in summer', '85001', 'AZ', '+14805550100', '2026-07-14T08:00:00-07:00'],
    ['the Navajo Nation, in summer', '86515', 'AZ', '+18005550100', '2026-07-14T08:00:00-06:00'],
    ['Guam, which is a day ahead', '96910', 'GU', '+16715550100', '2026-07-14T08:00:00+10:00'],
    ['Puerto Rico, in winter', '00901', 'PR', '+17875550100', '2026-12-14T08:00:00-04:00'],
    ['New York, on the day of 23 hours', '12207', 'NY', '+15185550100', '2027-03-14T08:00:00-04:00'],
    ['New York, on the day of 25 hours', '12207', 'NY', '+15185550100', '2026-11-01T08:00:00-05:00'],
    ['Valley, whose clocks are those of Georgia', '36854', 'AL', '+18005550100', '2026-07-14T09:00:00-04:00'],
    ['a leap day', '43215', 'OH', '+16145550100', '2028-02-29T08:00:00-05:00'],
  ];
  for (const [where, zip, state, number, opens] of mornings) {
    test(`the morning begins to the second in ${where}`, () => {
      const facts = inZones(zip, state, number);
      const before = new Date(Date.parse(opens) - 1000).toISOString();
      const found = verdict(before, facts);
      assert.deepEqual([found.result, next(found)], [false, utc(opens)]);
      assert.equal(verdict(utc(opens), facts).result, true);
    });
  }

  test('noon by the company’s clock stands for the hour that is asked', () => {
    const facts = debtor('OH');
    const found = verdict('2026-10-14T23:00:00-04:00', facts, { checkAtCompanyNoon: true });
    assert.deepEqual([found.result, found.evaluatedAt], [true, Date.parse('2026-10-14T12:00:00-04:00')]);
    const inHawaii = inZones('96813', 'HI', '+18085550100');
    // Noon in New York is six in the morning there, in summer.
    assert.deepEqual(spoken(verdict('2026-10-14T20:00:00-04:00', inHawaii, { checkAtCompanyNoon: true })), [
      'FED-TIME',
    ]);
  });

  test('seven days end when they are over by every clock', () => {
    const facts = inZones('96813', 'HI', '+12125550100', {
      interactions: [call('2026-10-08T15:00:00-04:00', { conversation: true })],
    });
    const found = verdict('2026-10-14T15:00:00-04:00', facts);
    assert.equal(found.rules[0]?.nextAllowedAt, Date.parse('2026-10-15T00:00:00-10:00'));
  });
});

describe('a do-not-interact', () => {
  const standing = {
    id: 'DN-1',
    caseId: 'CS-1',
    channels: ['all'],
    themes: ['all'],
    startDate: '2026-10-01',
    endDate: null,
    daysOfWeek: [],
    timesOfDay: [],
    timezone: null,
    contactLabels: [],
  };
  const stands = (change: object, at = noon, asked: Partial<Question> = {}): Verdict =>
    verdict(at, borrower('OH', { doNotInteracts: [{ ...standing, ...change }] }), asked);

  test('blocks before all rules until it is taken away, but for signing in', () => {
    assert.deepEqual([spoken(stands({})), next(stands({}))], [['DO-NOT-INTERACT'], null]);
    assert.equal(stands({}, noon, { theme: 'opsAccountCredentials' }).result, true);
  });

  test('ends with its last day, and begins with its first', () => {
    assert.equal(next(stands({ endDate: '2026-10-16' })), utc('2026-10-17T00:00:00-04:00'));
    assert.equal(stands({ startDate: '2026-10-15' }).result, true);
  });

  test('holds from the first hour on and not in the last, on its days', () => {
    const hours = { timesOfDay: [{ fromHour: 9, toHour: 13 }] };
    assert.equal(next(stands(hours)), utc('2026-10-14T13:00:00-04:00'));
    assert.equal(stands(hours, '2026-10-14T13:00:00-04:00').result, true);
    // 14 October 2026 is a Wednesday.
    assert.equal(next(stands({ daysOfWeek: [3, 4] })), utc('2026-10-16T00:00:00-04:00'));
    assert.equal(stands({ daysOfWeek: [0] }, '2026-10-18T12:00:00-04:00').result, false);
  });

  test('is about its channels, themes and labels', () => {
    assert.equal(stands({ channels: ['email'] }).result, true);
    assert.equal(stands({ channels: ['email'] }, noon, { channel: null }).result, false);
    assert.equal(stands({ themes: ['opsServicing'] }).result, true);
    assert.equal(stands({ contactLabels: ['work'] }).result, true);
    assert.equal(stands({ contactLabels: ['work'] }, noon, { contactId: null }).result, false);
  });
});

describe('what the borrower has said', () => {
  test('stated times close and widen the window of federal law, not those of the states', () => {
    const at = { id: 'time', daysOfWeek: [] };
    const late = debtor('OH', {
      person: { statedTimes: [{ ...at, kind: 'convenient', fromMinute: 1260, toMinute: 1320 }] },
    });
    assert.equal(verdict('2026-10-14T21:30:00-04:00', late).result, true);
    const lunch = debtor('OH', {
      person: { statedTimes: [{ ...at, kind: 'inconvenient', fromMinute: 720, toMinute: 780 }] },
    });
    assert.deepEqual(spoken(verdict(noon, lunch)), ['FED-TIME', 'FED-TIME-CONSUMER']);
    assert.equal(next(verdict(noon, lunch)), utc('2026-10-14T13:00:00-04:00'));
  });

  test('consent to be called frees calls for seven days; these are never counted, but a conversation begins quiet days', () => {
    const asked = (at: string) => consent('express', 'voice', { givenAt: Date.parse(at) });
    const given = asked('2026-10-08T08:00:00-04:00');
    const allowed = (consents: Facts['consents'], at: string, more = {}): boolean =>
      verdict(at, debtor('OH', { interactions: callsInOctober([8, 9, 10, 11, 12, 13, 14], more), consents })).result;
    const [last, after] = ['2026-10-14T15:00:00-04:00', '2026-10-15T09:00:00-04:00'];
    assert.deepEqual([allowed([], last), allowed([given], last), allowed([given], after)], [false, true, true]);
    const talked = { conversation: true };
    assert.deepEqual([allowed([given], last, talked), allowed([given], after, talked)], [true, false]);
    // The consent of the 7th frees to the end of the 13th.
    assert.equal(allowed([asked('2026-10-07T08:00:00-04:00')], last, talked), false);
  });
});
