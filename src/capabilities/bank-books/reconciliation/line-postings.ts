// What a line of the bank does to the cash book. What nobody knows stands on `UN` with the provider that comes first.
import type { Account, Entry } from '../cash-book/postings.ts';

interface Share {
  readonly carrierId: string;
  readonly amount: number;
}

interface PostedLine {
  /** Above zero: money came in. */
  readonly amount: number;
  /** It stands on `UN` since an earlier statement. */
  readonly wasUnknown: boolean;
}

export interface CarrierEntries {
  readonly carrierId: string;
  readonly entries: readonly Entry[];
}

/** Postings for a line that nobody can explain. */
export const unknownLine = (main: string, { amount }: Pick<PostedLine, 'amount'>): CarrierEntries[] =>
  summed([{ carrierId: main, entries: move('BK', 'UN', amount) }]);

/** What providers owed. Where the shares are more or less than the line, the rest is a fee, or an error accepted. */
export const matchedLine = (
  main: string,
  line: PostedLine,
  shares: readonly Share[],
  rest: 'FE' | 'ER' = 'FE',
): CarrierEntries[] => {
  const owed = shares.reduce((sum, { amount }) => sum + amount, 0);
  return summed([
    ...(line.wasUnknown ? [{ carrierId: main, entries: move('UN', 'BK', line.amount) }] : []),
    ...shares.map(({ carrierId, amount }) => ({ carrierId, entries: move('BK', 'PR', amount) })),
    { carrierId: shares[0]?.carrierId ?? main, entries: move(rest, 'BK', owed - line.amount) },
  ]);
};

export const feeLine = (main: string, { amount }: Pick<PostedLine, 'amount'>): CarrierEntries[] =>
  summed([{ carrierId: main, entries: move('BK', 'FE', amount) }]);

/** What was unknown is found to be something of its own. */
export const foundLine = (main: string, amount: number, account: 'LC' | 'ER' | 'PR'): CarrierEntries[] =>
  summed([{ carrierId: main, entries: move('UN', account, amount) }]);

/** What a provider owes is given up. */
export const givenUp = (shares: readonly Share[]): CarrierEntries[] =>
  summed(shares.map(({ carrierId, amount }) => ({ carrierId, entries: move('ER', 'PR', amount) })));

const move = (debit: Account, credit: Account, amount: number): readonly Entry[] => [
  [debit, amount],
  [credit, 0 - amount],
];

/** An account once for a carrier, and none with nothing. */
function summed(all: readonly CarrierEntries[]): CarrierEntries[] {
  return [...Map.groupBy(all, ({ carrierId }) => carrierId)].flatMap(([carrierId, some]) => {
    const byAccount = Map.groupBy(
      some.flatMap(({ entries }) => entries),
      ([account]) => account,
    );
    const entries = [...byAccount]
      .map(([account, parts]): Entry => [account, parts.reduce((sum, [, amount]) => sum + amount, 0)])
      .filter(([, amount]) => amount !== 0);
    return entries.length === 0 ? [] : [{ carrierId, entries }];
  });
}
