// The catalogue: what an account or a card does is written in its number. The same number always does the same.
import type { SimulatedOrder } from './order.ts';

/** The number decides the behaviour; `/docs/simulator` explains it to users. */
export type Behaviour =
  | { readonly does: 'return'; readonly code: string; readonly days: number }
  | { readonly does: 'change'; readonly code: string }
  | { readonly does: 'decline'; readonly code: string }
  | { readonly does: Special };

const specials = {
  '9201': 'unknownThenFound',
  '9202': 'unknownThenAbsent',
  '9203': 'foundLate',
  '9204': 'timeout',
  '9205': 'twice',
  '9206': 'outOfOrder',
  '9207': 'lateWebhook',
  '9208': 'silent',
  '9209': 'fundsThenOk',
  '9210': 'fundsTwice',
  '9211': 'returnTwice',
  '9212': 'wrongAmount',
  '9213': 'down',
  '9214': 'refused',
  '9215': 'dishonored',
  '9216': 'forged',
} as const;

const cards = {
  '70': 'noSuchCard',
  '71': 'otherAddress',
  '72': 'feeBeside',
  '73': 'unreachedOnce',
  '54': 'expiredThenOk',
  '90': 'disputeLost',
  '92': 'disputeWon',
  '93': 'unknownThenFound',
  '94': 'captureRefused',
} as const;

type Special = (typeof specials)[keyof typeof specials] | (typeof cards)[keyof typeof cards] | 'technicalTwice' | 'ok';

export function behaviourOf({ instrument }: SimulatedOrder): Behaviour {
  return 'token' in instrument ? ofCard(instrument.token) : ofAccount(instrument.account);
}

function ofAccount(account: string): Behaviour {
  if (account.length !== 12) return { does: 'ok' };
  const start = account.slice(0, 4);
  if (start.startsWith('91')) {
    return { does: 'return', code: `R${account.slice(2, 4)}`, days: Number(account.slice(4, 7)) };
  }
  if (start.startsWith('93')) return { does: 'change', code: `C${account.slice(2, 4)}` };
  return { does: specials[start as keyof typeof specials] ?? 'ok' };
}

/** `sim_card_<code>`; what follows after another underscore only tells one card from another. */
function ofCard(token: string): Behaviour {
  const code = token.split('_')[2] as string;
  const special = cards[code as keyof typeof cards];
  if (special !== undefined) return { does: special };
  if (code === '91') return { does: 'technicalTwice' };
  return /^\d\d$/.test(code) && code !== '00' ? { does: 'decline', code } : { does: 'ok' };
}

/** What two deposits below a dollar are, when an account is verified. */
export const trialDepositCents = [11, 32] as const;
