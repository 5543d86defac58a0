// The simulator's own parser of what it is sent: a line of JSON, believed in nothing.

type Deed = 'debit' | 'credit' | 'refund' | 'void' | 'reversal' | 'verify';
type Rail = 'ach' | 'card' | 'instant';

export interface SimulatedOrder {
  readonly key: string;
  readonly deed: Deed;
  readonly rail: Rail;
  readonly cents: number;
  readonly instrument: Account | CardToken;
  readonly settleOn: string | null;
  readonly sameDay: boolean;
  readonly description: string;
  /** The simulator's id of an earlier order. */
  readonly of: string | null;
}

interface Account {
  readonly routing: string;
  readonly account: string;
  readonly isSavings: boolean;
}

interface CardToken {
  readonly token: string;
  readonly holder: string;
}

/** What cannot be done, and in which field it stands. */
interface Fault {
  readonly field: string;
  readonly code: string;
}

/** What each rail can do. */
const deedsOf: Readonly<Record<Rail, readonly Deed[]>> = {
  ach: ['debit', 'credit', 'refund', 'void', 'reversal'],
  card: ['debit', 'refund', 'void', 'verify'],
  instant: ['credit'],
};

const needsEarlier: readonly Deed[] = ['refund', 'void', 'reversal'];

export function parseOrder(body: string): SimulatedOrder | Fault {
  const sent = objectOf(body);
  if (sent === undefined) return fault('body');
  const { key, deed, rail, cents, of = null, settleOn = null, sameDay, description } = sent;
  if (!isText(key, 200)) return fault('key');
  if (!isRail(rail)) return fault('rail', 'notSupported');
  const deeds = deedsOf[rail];
  if (!deeds.includes(deed as Deed)) return fault('deed', 'notSupported');
  if (!Number.isSafeInteger(cents)) return fault('cents');
  if (deed === 'verify' ? cents !== 0 : (cents as number) <= 0) return fault('cents');
  if (of !== null && !isText(of, 200)) return fault('of');
  if (of === null && needsEarlier.includes(deed as Deed)) return fault('of');
  if (settleOn !== null && !isDay(settleOn)) return fault('settleOn');
  const instrument = rail === 'card' ? cardIn(sent) : accountIn(sent);
  if ('field' in instrument) return instrument;
  return {
    key,
    deed: deed as Deed,
    rail,
    cents: cents as number,
    instrument,
    settleOn: settleOn as string | null,
    sameDay: sameDay === true,
    description: isText(description, 10) ? description : '',
    of: of as string | null,
  };
}

const fault = (field: string, code = 'invalid'): Fault => ({ field, code });

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;

const isRail = (value: unknown): value is Rail => typeof value === 'string' && Object.hasOwn(deedsOf, value);

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const ms = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
}

function objectOf(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function accountIn({ routing, account, savings }: Record<string, unknown>): Account | Fault {
  if (typeof routing !== 'string' || !isRoutingNumber(routing)) return fault('routing', 'R28');
  if (typeof account !== 'string' || !/^\d{4,17}$/.test(account)) return fault('account', 'R04');
  return { routing, account, isSavings: savings === true };
}

function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const sum = [...text].reduce((all, digit, i) => all + Number(digit) * ([3, 7, 1][i % 3] as number), 0);
  return sum % 10 === 0;
}

function cardIn({ token, holder }: Record<string, unknown>): CardToken | Fault {
  if (typeof token !== 'string' || !/^sim_card_\w{2,60}$/.test(token)) return fault('token', '14');
  return { token, holder: typeof holder === 'string' ? holder : '' };
}
