// What an assertion says, and whether it is meant for us, now. That the provider has signed it is known before.
import { addSeconds, type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import type { Connection } from './connection.ts';
import { type Reason, refused } from './errors.ts';
import type { Said } from './identity.ts';

/** An element as the parser of the library gives it: attributes as `$`, text as `_`, others by their name. */
interface Element {
  readonly $?: Readonly<Record<string, string>>;
  readonly _?: string;
  readonly [name: string]: unknown;
}

const all = (element: Element | undefined, name: string): readonly Element[] =>
  (element?.[name] as readonly Element[] | undefined) ?? [];

/** The only one of its name. Errors: SingleSignOnRefused. */
function only(element: Element, name: string, reason: Reason = 'unreadable'): Element {
  const [first, ...others] = all(element, name);
  if (first === undefined || others.length > 0) throw refused(reason);
  return first;
}

const textOf = (element: Element | undefined): string => element?._?.trim() ?? '';

export interface Asserted {
  readonly id: string;
  readonly until: Instant;
  readonly inResponseTo: string | undefined;
  readonly subject: string;
  readonly said: Said;
}

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** No instant of ours is later than the year 9999. */
const lastMs = Date.parse('9999-12-31T00:00:00Z');
/** A provider's clock may differ by this. */
const skewSeconds = 120;

/** Errors: SingleSignOnRefused. */
export function readAssertion(
  assertion: Element,
  { settings: { saml }, addresses }: Connection,
  nowMs: number,
): Asserted {
  const id = assertion.$?.ID ?? '';
  if (id === '' || assertion.$?.Version !== '2.0') throw refused('unreadable');
  if (textOf(only(assertion, 'Issuer', 'issuer')) !== saml?.entityId) throw refused('issuer');
  const conditions = only(assertion, 'Conditions', 'audience');
  const times = timesOf(nowMs);
  times.mustBeBetween(conditions);
  mustBeForUs(conditions, addresses.metadata);
  if (all(assertion, 'AuthnStatement').length === 0) throw refused('provider');
  for (const statement of all(assertion, 'AuthnStatement')) {
    times.mustBeBetween({ $: { NotOnOrAfter: statement.$?.SessionNotOnOrAfter } as Record<string, string> });
  }
  const subject = only(assertion, 'Subject', 'subject');
  const confirmed = confirmedFor(subject, addresses.samlCallback);
  if (confirmed.$?.NotOnOrAfter === undefined) throw refused('expired');
  times.mustBeBetween(confirmed);
  return {
    id,
    until: times.until(confirmed.$.NotOnOrAfter),
    inResponseTo: confirmed.$.InResponseTo,
    subject: nameIn(subject),
    said: attributesIn(assertion),
  };
}

/** Each restriction must name us: they hold together. */
function mustBeForUs(conditions: Element, entityId: string): void {
  const restrictions = all(conditions, 'AudienceRestriction');
  const namesUs = (one: Element) => all(one, 'Audience').some((audience) => textOf(audience) === entityId);
  if (restrictions.length === 0 || !restrictions.every(namesUs)) throw refused('audience');
}

/** What confirms whoever brings it to our callback. */
function confirmedFor(subject: Element, callback: string): Element {
  const bearers = all(subject, 'SubjectConfirmation').filter(({ $ }) => $?.Method === bearer);
  const data = bearers.flatMap((one) => all(one, 'SubjectConfirmationData'));
  const ours = data.find(({ $ }) => $?.Recipient === callback);
  if (ours === undefined) throw refused('recipient');
  return ours;
}

function nameIn(subject: Element): string {
  const name = only(subject, 'NameID', 'subject');
  const text = textOf(name);
  if (text === '' || text.length > 320 || name.$?.Format === transient) throw refused('subject');
  return text;
}

function attributesIn(assertion: Element): Said {
  const said = new Map<string, readonly string[]>();
  for (const attribute of all(assertion, 'AttributeStatement').flatMap((one) => all(one, 'Attribute'))) {
    const name = attribute.$?.Name ?? '';
    const values = all(attribute, 'AttributeValue').map(textOf).filter(Boolean);
    said.set(name, [...(said.get(name) ?? []), ...values]);
  }
  return said;
}

function timesOf(nowMs: number) {
  const msOf = (text: string): number => {
    const ms = Date.parse(text);
    if (Number.isNaN(ms) || ms > lastMs) throw refused('unreadable');
    return ms;
  };
  return {
    mustBeBetween({ $ = {} }: Element): void {
      const { NotBefore, NotOnOrAfter } = $;
      if (NotBefore !== undefined && nowMs + skewSeconds * 1_000 < msOf(NotBefore)) throw refused('notYet');
      if (NotOnOrAfter !== undefined && nowMs - skewSeconds * 1_000 >= msOf(NotOnOrAfter)) throw refused('expired');
    },
    until: (text: string): Instant => addSeconds(instantOfMicros(BigInt(msOf(text)) * 1_000n), skewSeconds),
  };
}
