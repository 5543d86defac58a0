// An event kind is a value: a capability declares what may happen to its things, commands emit the kinds, endpoints
// list those that they emit. The names are those of the interface where it has one.
import Type, { type Static, type TObject, type TProperties } from 'typebox';

export interface EventKind<P extends TProperties = TProperties> {
  /** Dotted, in the past tense: `contact.created`. */
  readonly type: string;
  readonly eventClass: string;
  readonly summary: string;
  /** The subject of the event: the person whose rows the change wrote, or the company. */
  readonly subject: 'person' | 'company';
  /** The fields besides those that every event has. Never personal data: events are kept in plain text. */
  readonly fields: TObject<P>;
}

interface Declared<P extends TProperties> {
  readonly type: string;
  readonly summary: string;
  readonly subject: 'person' | 'company';
  readonly fields: P;
}

export const defineEvent = <const P extends TProperties>(declared: Declared<P>): EventKind<P> => ({
  ...declared,
  eventClass: eventClassOf(declared.type),
  fields: Type.Object(declared.fields),
});

/**
 * The kinds of events about one thing, with the same fields: each by its type and what it means. Some have more fields.
 */
export const eventsAbout =
  <const P extends TProperties>(subject: EventKind['subject'], fields: P) =>
  <const M extends TProperties = Record<never, never>>(type: string, summary: string, more?: M): EventKind<P & M> =>
    defineEvent({ type, summary, subject, fields: { ...fields, ...(more as M) } });

/** `payment.instrument.deactivated` is a PaymentInstrumentDeactivatedEvent. */
export const eventClassOf = (type: string): string =>
  `${type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Event`;

export type FieldsOf<K> = K extends EventKind<infer P> ? Static<TObject<P>> : never;
