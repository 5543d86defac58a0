// What two implementations posted, in one form: the change of each account by day, under the names of the naive
// simulator. Where one of them has several accounts for what is one in the other, they are added up.

import type { LineRecords } from '../../line/records.ts';
import type { Simulated } from '../../naive/line/simulate.ts';
import { type Day, dateOf } from '../../values/day.ts';

type Changes = Record<string, number>;

/** From the charge-off on the engine reverses income and keeps no receivable; the simulator keeps one, and the income. */
const writtenOff = 'charged off';

const chargedOffOn = ({ steps }: LineRecords): Day => steps.find(({ kind }) => kind === 'chargeOff')?.on ?? Infinity;

export function changesOfEngine(records: LineRecords): Changes {
  const end = chargedOffOn(records);
  const posted = records.postings.map(({ on, account, amount }) => ({
    on,
    account: nameOf(account, on >= end),
    amount,
  }));
  return changesIn(posted);
}

export function changesOfNaive(postings: Simulated['postings'], records: LineRecords): Changes {
  const end = chargedOffOn(records);
  const isTogether = /^(interestIncome|feeIncome|writtenOff)$|:chargedOff:/;
  return changesIn(
    postings.map((one) => (one.on >= end && isTogether.test(one.account) ? { ...one, account: writtenOff } : one)),
  );
}

const sameName = ['clearing', 'interestIncome', 'serviceCredits', 'agencyFees', 'migration', 'customerCredit'];
const endings = ['interestIncome', 'feeIncome', 'writtenOff', 'allowance', 'recoveries'];

/** `principal.notDue@A` is `A:principal:notDue`; a fee of the line has no draw. */
function nameOf(account: string, isChargedOff: boolean): string {
  const name = plainName(account);
  return isChargedOff && endings.includes(name) ? writtenOff : name;
}

function plainName(account: string): string {
  if (account.startsWith('settled.')) return 'writtenOff';
  if (account === 'suspense') return 'clearing';
  if (account === 'waivedFees' || account.startsWith('feeIncome.')) return 'feeIncome';
  if (sameName.includes(account) || endings.includes(account)) return account;
  const [of = '', draw = 'line'] = account.split('@');
  const path = of.split('.');
  return [draw, ...path.map((word) => (path[0] === 'fees' && word === 'notDue' ? 'waiting' : word))].join(':');
}

function changesIn(
  posted: readonly { readonly on: Day; readonly account: string; readonly amount: number }[],
): Changes {
  const changes: Changes = {};
  for (const { on, account, amount } of posted) {
    const key = `${dateOf(on)} ${account}`;
    changes[key] = (changes[key] ?? 0) + amount;
  }
  return Object.fromEntries(Object.entries(changes).filter(([, amount]) => amount !== 0));
}
