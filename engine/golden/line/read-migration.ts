// A line that is taken over, in a golden case:
//
//   draws draw=A percent=0.02 principal=840.00 accrued=11.20 waiting=key:type:10.00
//   obligations ordinal=3 statementDate=… dueDate=… amount=… newBalance=… fulfilled=… lineFees=key:type:30.00
//               parts=A:fees:interest:principal:full balance:fulfilled:checked
//
// Accrued interest is in dollars, with as many places as it has.

import { centsOf, Keys, type Values } from './keys.ts';
import { readDraw } from './read-terms.ts';

function listOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** `grace.restore=1` becomes `grace: { restore: 1 }`. */
function unfolded(flat: Values): Values {
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(flat)) {
    const [outer = '', inner] = key.split('.');
    if (inner === undefined) values[outer] = value;
    else values[outer] = { ...(values[outer] as Values | undefined), [inner]: value };
  }
  return values;
}

/** Dollars as text of cents. */
function exactCents(dollars: unknown): string | null {
  if (dollars === null) return null;
  const [whole = '0', fraction = ''] = String(dollars).split('.');
  const digits = fraction.padEnd(2, '0');
  const rest = digits.slice(2);
  return `${BigInt(whole + digits.slice(0, 2))}${rest === '' ? '' : `.${rest}`}`;
}

function feesOf(value: unknown): unknown[] {
  return listOf(value).map((text) => {
    const parts = String(text).split(':');
    return { key: parts.slice(0, -2).join(':'), type: parts.at(-2), amount: centsOf(parts.at(-1)) };
  });
}

export function readMigration(keys: Keys): Values {
  return {
    originatedOn: keys.day('originatedOn'),
    creditLimit: keys.cents('limit') ?? 10_000_000,
    customerCredit: keys.cents('customerCredit') ?? 0,
    ordinal: keys.value('ordinal'),
    periodStart: keys.day('periodStart'),
    draws: (listOf(keys.value('draws')) as Values[]).map((flat) => readMigratedDraw(new Keys(unfolded(flat)))),
    obligations: (listOf(keys.value('obligations')) as Values[]).map((flat) => readObligation(new Keys(flat))),
    waitingFees: feesOf(keys.value('waitingFees')),
    lateFeeOrdinals: listOf(keys.value('lateFeeOrdinals')),
    lateFeesTaken: keys.cents('lateFeesTaken') ?? 0,
  };
}

function readMigratedDraw(keys: Keys): Values {
  const rows = keys.count('rowsLeft');
  const draw = {
    draw: keys.value('draw'),
    activatedOn: keys.day('activatedOn'),
    isClosed: keys.value('isClosed') === true,
    principal: keys.cents('principal') ?? 0,
    accruedInterest: exactCents(keys.value('accrued')) ?? '0',
    hasGrace: keys.value('hasGrace') === true,
    waitingFees: feesOf(keys.value('waiting')),
    deferredInterest: exactCents(keys.value('memo')),
    amortization: rows === null ? null : { amount: keys.cents('payment') ?? 0, rowsLeft: rows },
    periodsPaidInFull: keys.count('periodsPaidInFull') ?? 0,
    terms: readDraw(keys),
  };
  keys.end('draws');
  return draw;
}

function readObligation(keys: Keys): Values {
  const obligation = {
    ordinal: keys.value('ordinal'),
    statementDate: keys.day('statementDate'),
    dueDate: keys.day('dueDate'),
    amount: keys.cents('amount') ?? 0,
    newBalance: keys.cents('newBalance') ?? 0,
    fulfilled: keys.cents('fulfilled') ?? 0,
    lateFeeTested: keys.value('lateFeeTested') === true,
    lineFees: feesOf(keys.value('lineFees')),
    draws: listOf(keys.value('parts')).map((text) => {
      const [draw, fees = '0.00', interest, principal, full = '0.00', fulfilled = '0.00', checked] =
        String(text).split(':');
      return {
        draw,
        fees: fees === '0.00' ? [] : [{ key: `draw:${draw}`, type: 'draw', amount: centsOf(fees) }],
        interest: centsOf(interest),
        principal: centsOf(principal),
        fullBalance: centsOf(full),
        fulfilled: centsOf(fulfilled),
        isGraceChecked: checked === 'checked',
      };
    }),
  };
  keys.end('obligations');
  return obligation;
}
