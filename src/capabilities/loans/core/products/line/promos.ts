// Promo programs on a line: a lower rate of one draw or of all, or interest of a draw that is deferred.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { promoOnCard } from '@tenor/engine/line/check-terms.ts';
import type { LineFact, LineFactOf } from '@tenor/engine/line/facts.ts';
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { LoanProduct } from '../../loan/product.ts';
import { asFact } from './own-books.ts';

export const promos: LoanProduct<never, LinePosition>['promos'] = {
  kinds: {
    reducedRate: { of: 'loan or draw', canBeLost: true, isOfTerms: false },
    sameAsCash: { of: 'draw', canBeLost: true, isOfTerms: true },
  },
  areTerms: false,
  leastDays: (settings) =>
    settings.type === 'lineOfCredit' && settings.regulation === 'card'
      ? { duration: promoOnCard.daysMin, pastDue: promoOnCard.disqualifyOverdueDaysMin }
      : null,
  fact: (promo, draw, disqualifyOverdueDays) => asFact({ ...promo, draw, disqualifyOverdueDays } satisfies LineFact),
  ends: ({ draws }) =>
    draws.flatMap(({ id: draw, endedPromos }) =>
      endedPromos.flatMap(({ promo: fact, on, isCharged = false }) =>
        typeof fact === 'number' ? [] : [{ fact, draw, on, isCharged }],
      ),
    ),
  draws: (migration: FactOf<'migration'>) =>
    (migration as unknown as LineFactOf<'migration'>).draws.map(({ draw, activatedOn: on }) => ({ draw, on })),
};
