import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDrawTerms, checkLineTerms } from './check-terms.ts';
import { dollars, drawTerms, lineTerms } from './test-lines.ts';

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
});
