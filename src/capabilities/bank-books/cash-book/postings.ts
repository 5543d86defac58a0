// What an event of an order does to the cash book: debits positive, credits negative, together zero. The account `LC`
// mirrors the clearing account of all loans. Money that is on no loan's ledger stands on an account of its own instead.
/** The accounts, in words. */
export const cashAccounts = {
  LC: 'loan clearing',
  DN: 'down payments, owed to the lender or its merchant',
  CT: 'collections in transit',
  PR: 'receivable from the provider',
  BK: 'bank',
  RP: 'returns payable',
  DT: 'disbursements in transit',
  DP: 'disputes',
  UN: 'unidentified',
  FE: 'fees of providers and banks',
  ER: 'errors accepted',
} as const;

export type Account = keyof typeof cashAccounts;
export type Entry = readonly [Account, number];

/** An order as the cash book sees it, before the event. */
export interface Money {
  /** Money that comes in, or goes out; nothing: of a void the order that it takes back moves, a verification moves none. */
  readonly moves: 'in' | 'out' | 'nothing';
  /** Whose money it is, once it is here. */
  readonly owner: 'LC' | 'DN';
  readonly amount: number;
  /** The part that is disputed, or is about to be. */
  readonly disputed: number;
  /** What of it is lost: another amount than was disputed, where the network has decided so. */
  readonly lost: number;
  readonly isAccepted: boolean;
  readonly isSettled: boolean;
  readonly isReturned: boolean;
}

/** `what`: what was told of the order. */
export function entriesOf(what: string, money: Money): readonly Entry[] {
  if (money.moves === 'nothing') return [];
  const entries = money.moves === 'in' ? ofCollection(what, money) : ofDisbursement(what, money);
  return entries.map(([account, amount]) => [account === 'LC' ? money.owner : account, amount]);
}

function ofCollection(what: string, money: Money): readonly Entry[] {
  const { amount, disputed } = money;
  switch (what) {
    case 'accepted':
      return move('CT', 'LC', amount);
    case 'settled':
      // It came back before we heard that it had settled: the provider has taken it already.
      return [...move('PR', 'CT', amount), ...(money.isReturned && disputed === 0 ? move('RP', 'PR', amount) : [])];
    case 'refused':
    case 'voided':
      return money.isAccepted ? move('LC', 'CT', amount) : [];
    case 'returned':
      return [
        ...move('LC', 'RP', amount),
        ...(money.isSettled ? move('RP', 'PR', amount - disputed) : []),
        ...(money.isSettled && disputed > 0 ? move('RP', 'DP', disputed) : []),
      ];
    case 'disputed':
      return move('DP', 'PR', disputed);
    case 'disputeWon':
      return money.isReturned ? reinstated(money) : move('PR', 'DP', disputed);
    case 'disputeLost':
      return [...move('LC', 'DP', money.lost), ...move('PR', 'DP', disputed - money.lost)];
    default:
      return [];
  }
}

/** A return is undone, or a dispute that was lost is won after all: the money is with the provider again. */
function reinstated({ amount, disputed, isSettled }: Money): readonly Entry[] {
  if (disputed > 0) return move('PR', 'LC', disputed);
  return isSettled ? move('PR', 'LC', amount) : [...move('RP', 'LC', amount), ...move('PR', 'CT', amount)];
}

function ofDisbursement(what: string, money: Money): readonly Entry[] {
  const { amount } = money;
  switch (what) {
    case 'accepted':
      return move('LC', 'DT', amount);
    case 'settled':
      return money.isReturned ? [] : move('DT', 'PR', amount);
    case 'refused':
    case 'voided':
      return money.isAccepted ? move('DT', 'LC', amount) : [];
    case 'returned':
      return move(money.isSettled ? 'PR' : 'DT', 'LC', amount);
    case 'disputeWon':
      return money.isReturned ? move('LC', 'PR', amount) : [];
    default:
      return [];
  }
}

/** From the second account to the first. */
const move = (debit: Account, credit: Account, amount: number): readonly Entry[] =>
  amount === 0
    ? []
    : [
        [debit, amount],
        [credit, -amount],
      ];
