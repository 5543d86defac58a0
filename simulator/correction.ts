// What a notification of change says: corrected data in the layout of the network, by its code. The account number is
// raised by 6 in its last two digits.
import type { SimulatedOrder } from './order.ts';

/** Two of the ten simulated banks; the second one took over the account. */
const [routing, otherRouting] = ['110000039', '110000042'];

export function correctedBy(code: string, instrument: SimulatedOrder['instrument']): string {
  if (!('account' in instrument)) return '';
  const raised = String((Number(instrument.account.slice(-2)) + 6) % 100).padStart(2, '0');
  const account = instrument.account.slice(0, -2) + raised;
  const newRouting = instrument.routing === routing ? otherRouting : routing;
  // 27 is a debit of a checking account, 37 one of savings: the account is of the other kind.
  const kind = instrument.isSavings ? '27' : '37';
  switch (code) {
    case 'C02':
      return newRouting;
    case 'C03':
      return `${newRouting}   ${account}`;
    case 'C05':
      return kind;
    case 'C06':
      return `${account.padEnd(20)}${kind}`;
    case 'C07':
      return `${newRouting}${account.padEnd(17)}${kind}`;
    default:
      return account;
  }
}
