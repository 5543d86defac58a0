// What the golden cases of single rules leave open: channels that the law has no word for, contacts that nobody has named,
// and facts that end while a next moment is looked for.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Facts, Question, Verdict } from '../contract.ts';
import {
  asks,
  attorney,
  borrower,
  call,
  cease,
  consent,
  debtor,
  loan,
  moment,
  ofCase,
  phone,
  text,
} from '../golden/given.ts';
import { borrowerIn, endedLongAgo, marketing } from '../golden/other-states/homes.ts';
import { shippedRules } from '../rules/shipped.ts';
import { judge } from '../verdict/judge.ts';

const noon = '2026-10-14T12:00:00-04:00';
const verdict = (facts: Facts, asked: Partial<Question> = {}, at = noon): Verdict =>
  judge(asks(at, facts, asked), facts, shippedRules);
const blocking = ({ rules }: Verdict): string[] =>
  rules.filter(({ outcome }) => outcome === 'blocks').map(({ ruleId }) => ruleId);
const next = ({ nextAllowedAt }: Verdict): string | null =>
  nextAllowedAt === null ? null : new Date(nextAllowedAt).toISOString();
const utc = (at: string): string => new Date(at).toISOString();

describe('channels', () => {
  const represented = debtor('OH', { representatives: [attorney()] });

  test('a chat meets the rules that mean every contact, and no others', () => {
    assert.deepEqual(blocking(verdict(represented, { channel: 'chat' })), ['FED-ATTORNEY']);
    assert.equal(verdict(debtor('OH'), { channel: 'chat' }, '2026-10-14T23:00:00-04:00').result, true);
  });

  test('what a borrower fetches meets no rule', () => {
    for (const channel of ['gui', 'document'] as const) assert.deepEqual(verdict(represented, { channel }).rules, []);
  });

  test('mail and fax are letters', () => {
    for (const channel of ['mail', 'fax'] as const) {
      assert.deepEqual(blocking(verdict(represented, { channel })), ['FED-ATTORNEY']);
      assert.equal(verdict(debtor('OH'), { channel }, '2026-10-14T23:00:00-04:00').result, true);
    }
  });

  test('where none is named the rules of all are asked', () => {
    const found = blocking(verdict(debtor('OH'), { channel: null }));
    assert.ok(found.includes('FED-TEXT-PROC') && found.includes('FED-EMAIL-PROC') && found.includes('FED-TCPA-CELL'));
  });
});

describe('consent', () => {
  const two = [phone('phone', '+16145550100'), phone('second', '+16145550101')];
  const agreed = (contactId: string | null) =>
    consent('priorExpress', 'text', {
      id: `for ${contactId}`,
      contactId,
      givenAt: moment('2026-10-01T12:00:00-04:00'),
    });
  const texts = (consents: Facts['consents']): string[] =>
    blocking(verdict(borrower('OH', { contacts: two, consents }), { channel: 'text', contactId: null }));

  test('is needed for each contact that may be used, where none is named', () => {
    assert.deepEqual(texts([agreed('phone')]), ['FED-TCPA-CELL']);
    assert.deepEqual(texts([agreed('phone'), agreed('second')]), []);
    assert.deepEqual(texts([agreed(null)]), []);
  });

  test('to offers is needed for each number that stands in the registry, and for no other', () => {
    const listed = phone('phone', '+16145550100', { onDoNotCallRegistry: true });
    const other = (onDoNotCallRegistry: boolean | null) => phone('second', '+16145550101', { onDoNotCallRegistry });
    const written = consent('priorExpressWritten', 'voice', { contactId: 'phone' });
    const offered = (second: boolean | null, consents: Facts['consents']): boolean => {
      const facts = borrower('OH', { contacts: [listed, other(second)], consents, loans: [] });
      return !blocking(verdict(facts, { ...marketing, contactId: null })).includes('FED-TCPA-DNC');
    };
    assert.deepEqual([offered(false, []), offered(false, [written])], [false, true]);
    assert.deepEqual([offered(true, [written]), offered(null, [written])], [false, false]);
  });

  test('ends at the moment at which it is taken back, for texts and machines, and not for live calls', () => {
    const revokedAt = moment('2026-10-14T11:00:00-04:00');
    const facts = borrower('OH', {
      consents: [consent('priorExpress', 'text', { revokedAt }), consent('priorExpress', 'voice')],
    });
    assert.deepEqual(blocking(verdict(facts, { channel: 'text' }, '2026-10-14T10:59:59-04:00')), []);
    assert.ok(blocking(verdict(facts, { channel: 'text' }, '2026-10-14T11:00:00-04:00')).includes('FED-TCPA-REVOKE'));
    assert.deepEqual(blocking(verdict(facts, { isAutodialed: true })), ['FED-TCPA-REVOKE']);
    assert.deepEqual(blocking(verdict(facts)), []);
  });

  test('to texts of a collector lasts for sixty days, of which its own is the first', () => {
    const facts = debtor('OH', {
      consents: [consent('express', 'text', { givenAt: moment('2026-08-16T22:00:00-04:00') })],
    });
    const at = (day: string): string[] => blocking(verdict(facts, { channel: 'text' }, `${day}T09:00:00-04:00`));
    assert.deepEqual(at('2026-10-14'), []);
    assert.deepEqual(at('2026-10-15'), ['FED-TEXT-PROC']);
    const renewed = { ...facts, interactions: [text('2026-10-10T09:00:00-04:00', { direction: 'inbound' })] };
    assert.equal(verdict(renewed, { channel: 'text' }, '2026-10-15T09:00:00-04:00').result, true);
  });
});

describe('facts that end', () => {
  test('an emergency closes offers in Louisiana for as long as its case stands', () => {
    const emergency = (change: object) => borrowerIn('LA', { cases: [ofCase('federalEmergency', change)] });
    assert.deepEqual(blocking(verdict(emergency({}), marketing)), ['LA-SOLICIT-SUNHOL']);
    assert.deepEqual(blocking(verdict(emergency({ status: 'completed', outcome: 'ended' }), marketing)), []);
  });

  test('a relationship frees for eighteen months after it has ended, and no longer', () => {
    const registered = phone('phone', '+16145550100', { onDoNotCallRegistry: true });
    const ended = (endedOn: string) => borrower('OH', { contacts: [registered], loans: [loan({ endedOn })] });
    assert.deepEqual(blocking(verdict(ended('2025-04-14'), marketing)), []);
    assert.deepEqual(blocking(verdict(ended('2025-04-13'), marketing)), ['FED-TCPA-DNC']);
    assert.ok(
      blocking(verdict(borrower('OH', { contacts: [registered], loans: endedLongAgo }), marketing)).includes(
        'FED-TCPA-DNC',
      ),
    );
  });

  test('an attorney who does not answer for thirty days lifts the rule of Florida on the day after', () => {
    const facts = borrower('FL', {
      representatives: [attorney({ unansweredSince: moment('2026-09-20T15:00:00-04:00') })],
    });
    const found = verdict(facts);
    assert.deepEqual([blocking(found), next(found)], [['FL-ATTORNEY'], utc('2026-10-21T08:00:00-04:00')]);
  });

  test('a case that has moved since was open when it is asked about the past', () => {
    const moved = cease({
      status: 'completed',
      outcome: 'ended',
      statusUpdatedAt: moment('2026-10-20T12:00:00-04:00'),
    });
    const facts = debtor('OH', { cases: [moved] });
    assert.deepEqual(blocking(verdict(facts)), ['FED-CEASE']);
    assert.deepEqual(blocking(verdict(facts, {}, '2026-10-21T12:00:00-04:00')), []);
  });

  test('a call that did not connect is not counted, and one of which nobody knows is', () => {
    const calls = (connected: boolean | null) =>
      Array.from({ length: 7 }, (_, i) => call(`2026-10-14T0${i + 1}:00:00-04:00`, { connected }));
    assert.equal(verdict(debtor('OH', { interactions: calls(false) })).result, true);
    assert.equal(verdict(debtor('OH', { interactions: calls(null) })).result, false);
  });
});
