import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDrawTerms, checkIndexes, checkLineTerms } from './check-terms.ts';
import type { LineFact } from './facts.ts';
import { activation, dollars, draw, drawTerms, fact, lineTerms } from './test-lines.ts';

const refused = (path: string, run: () => void): void =>
  assert.throws(run, (error: Error & { path?: string }) => error.name === 'TermsRefused' && error.path === path, path);

test('lines', () => {
  const base = lineTerms([3, 28]);
  const card = { ...base, regulation: 'card' as const, payments: { ...base.payments, aim: 'due' as const } };
  checkLineTerms(base, true);
  checkLineTerms(card, true);
  refused('cycle.days', () => checkLineTerms(lineTerms([8, 28]), true));
  refused('payments.aim', () => checkLineTerms({ ...base, regulation: 'card' }, true));
  refused('payments.excess', () =>
    checkLineTerms({ ...card, payments: { ...card.payments, excess: 'drawOrder' } }, true),
  );
  refused('minimum.roundUpTo', () =>
    checkLineTerms({ ...base, minimum: { ...base.minimum, roundUpTo: dollars(0) } }, true),
  );
});

test('draws', () => {
  const card = { regulation: 'card' } as const;
  const good = drawTerms('0.2');
  checkDrawTerms(card, good);
  const over = { duration: 3, amount: null };
  refused('amortization', () => checkDrawTerms(card, drawTerms('0.2', { grace: 1, amortization: over })));
  refused('grace', () => checkDrawTerms(card, drawTerms('0.2', { grace: 0 })));
  refused('rates', () => checkDrawTerms(card, { ...good, rates: { ...good.rates, rates: [] } }));
  refused('amortization.duration', () =>
    checkDrawTerms(card, { ...good, amortization: { duration: 1201, amount: null } }),
  );
  const charged = (how: 'apart' | 'spread') => ({
    ...good,
    fees: { ...good.fees, draw: { ...good.fees.draw, charged: how } },
  });
  refused('fees.draw.charged', () => checkDrawTerms(card, charged('apart')));
  checkDrawTerms({ regulation: 'none' }, charged('apart'));
  refused('fees.draw.charged', () => checkDrawTerms(card, charged('spread')));
  const deferred = (days: number) => ({
    ...good,
    deferredInterest: { endsOn: 0, graceDays: 0, disqualifyOverdueDays: days },
  });
  refused('deferredInterest.disqualifyOverdueDays', () => checkDrawTerms(card, deferred(59)));
  checkDrawTerms(card, deferred(60));
  const promo = (days: number | null, disqualifyOverdueDays: number | null) => {
    const promos = [{ days, rate: good.rates.rates[0]!.rate, disqualifyOverdueDays }];
    return { ...good, rates: { ...good.rates, promos } };
  };
  refused('rates.promos[0].days', () => checkDrawTerms(card, promo(180, null)));
  refused('rates.promos[0].disqualifyOverdueDays', () => checkDrawTerms(card, promo(null, 59)));
  checkDrawTerms(card, promo(181, 60));
  checkDrawTerms({ regulation: 'openEnd' }, promo(180, 59));
});

test('a rate over the index needs an index fact on its day or before', () => {
  const plain = drawTerms('0.1');
  const rates = { ...plain.rates, rates: [{ ...plain.rates.rates[0]!, type: 'spread' as const }] };
  const over = draw('2027-03-02', 'A', { ...plain, rates });
  const index = (on: string) => fact('index', on, { rate: '0.05' }, 'index');
  const rate = fact('rate', '2027-03-02', { rate: '0.1', type: 'spread', until: null, replaces: false, draw: null });
  const begun = activation('2027-03-01');
  const refusedFact = (...facts: LineFact[]) =>
    assert.throws(() => checkIndexes([begun, ...facts]), /FactRefused.*no index fact/);
  refusedFact(over);
  refusedFact(over, index('2027-03-03'));
  refusedFact(rate);
  refusedFact(over, index('2027-03-02'), fact('undo', '2027-03-05', { of: 'index', amount: null, nsfFee: false }));
  checkIndexes([begun, over, rate, index('2027-03-02')]);
  checkIndexes([begun, draw('2027-03-02', 'B', plain)]);
});
