// What a bridge answers and tells, as it is written on the wire; docs/payment-providers.md has the words for it. What
// does not fit is not guessed at.
import { type Cents, centsMax } from '@tenor/engine/values/cents.ts';
import Type, { type Static, type TSchema } from 'typebox';
import { Refusal } from '#platform/errors.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { parseJson } from '#platform/input/json.ts';
import { DateOnly, DateTime, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { type Answer, type Particulars, type ProviderReport, reportKinds } from '../provider.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));
const id = Text({ min: 1, max: 100 });
const code = Text({ min: 1, max: 10 });

/** What may stand in an answer and in an event. */
const particular = {
  avsResult: optional(Text({ min: 1, max: 10 })),
  merchantId: optional(id),
  reconciliationId: optional(id),
  /** In cents, beside the amount. */
  processingFee: optional(Type.Object({ amount: Int({ min: 1, max: centsMax }), type: Text({ min: 1, max: 50 }) })),
  details: optional(Text({ min: 1, max: 1_000 })),
};

const OrderAnswer = Type.Object({
  key: Text({ min: 1, max: 50 }),
  status: StringEnum(['accepted', 'final', 'refused', 'absent']),
  id: optional(id),
  /** The banking day on which accepted money settles; `settledOn` is the one on which final money has. */
  settlesOn: optional(DateOnly),
  settledOn: optional(DateOnly),
  code: optional(code),
  ...particular,
});

const EventToRead = Type.Object({
  eventId: id,
  key: optional(Text({ min: 1, max: 50 })),
  id: optional(id),
  at: DateTime,
  /** A verification moves no money: its amount is zero. */
  amount: Int({ min: 0, max: centsMax }),
  what: StringEnum(reportKinds),
  code: optional(code),
  on: optional(DateOnly),
  respondBy: optional(DateOnly),
  caseNumber: optional(Text({ min: 1, max: 50 })),
  corrected: optional(Text({ min: 1, max: 100 })),
  ...particular,
});

const Events = Type.Object({
  events: Type.Array(Type.Unknown(), { maxItems: 1_000 }),
  next: optional(Text({ min: 1, max: 200 })),
});

const orderAnswer = compileInput(OrderAnswer);
const eventToRead = compileInput(EventToRead);
const events = compileInput(Events);

/** Undefined: it is not what was agreed. */
function readAs<T>(input: { decode(value: unknown, source: 'json'): { value: T } }, value: unknown): T | undefined {
  try {
    return input.decode(value, 'json').value;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

export function jsonOf(text: string): unknown {
  try {
    return parseJson(Buffer.from(text));
  } catch {
    return undefined;
  }
}

/** Reads the answer to an order with this key. Undefined: it says nothing that may be believed. */
export function readAnswer(text: string, key: string): Answer | { readonly is: 'absent' } | undefined {
  const answer = readAs(orderAnswer, jsonOf(text));
  if (answer?.key !== key) return undefined;
  const { status, id, settlesOn, settledOn, code } = answer;
  const particulars = particularsOf(answer);
  if (status === 'absent') return { is: 'absent' };
  if (status === 'refused') return code == null ? undefined : { is: 'refused', reason: 'other', code, particulars };
  if (id == null) return undefined;
  if (status === 'accepted') return { is: 'accepted', id, settlesOn: settlesOn ?? null, particulars };
  return settledOn == null ? undefined : { is: 'final', id, settledOn, particulars };
}

type Sent = Pick<Static<typeof OrderAnswer>, keyof typeof particular>;

function particularsOf({ avsResult, merchantId, reconciliationId, processingFee, details }: Sent): Particulars {
  const fee = processingFee && { amount: processingFee.amount as Cents, type: processingFee.type };
  return {
    ...(avsResult && { avsResult }),
    ...(merchantId && { merchantId }),
    ...(reconciliationId && { reconciliationId }),
    ...(fee && { processingFee: fee }),
    ...(details && { failureDetails: details }),
  };
}

/** Undefined: it cannot be understood. */
export function readEvent(value: unknown): ProviderReport | undefined {
  const event = readAs(eventToRead, value);
  if (event === undefined || (event.key == null && event.id == null)) return undefined;
  const { eventId, at, what, key, id, code, on, respondBy, caseNumber, corrected } = event;
  return {
    eventId,
    key: key ?? null,
    id: id ?? null,
    at,
    amount: event.amount as Cents,
    what,
    code: code ?? null,
    on: on ?? null,
    respondBy: respondBy ?? null,
    caseNumber: caseNumber ?? null,
    corrected: corrected ?? null,
    particulars: particularsOf(event),
  };
}

/** One page of the list of events. Undefined: it is none. */
export function readEvents(text: string) {
  const page = readAs(events, jsonOf(text));
  if (page === undefined) return undefined;
  const told: ProviderReport[] = [];
  const unreadable: string[] = [];
  for (const value of page.events) {
    const event = readEvent(value);
    if (event === undefined) unreadable.push(JSON.stringify(value));
    else told.push(event);
  }
  return { told, unreadable, next: page.next ?? null };
}
