// What was agreed to, or heard, by a number or an address that has been replaced since tells nothing of the one in its place.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Facts } from '@tenor/guard/contract.ts';
import type { CountedInteraction } from '#capabilities/interactions/index.ts';
import type { ContactedConsent, ContactedContact } from '#capabilities/people/index.ts';

interface Told {
  readonly contacts: readonly ContactedContact[];
  readonly consents: readonly ContactedConsent[];
  readonly history: readonly CountedInteraction[];
}

/** A consent that was taken back stays a wish, whatever the value: that is the careful way. */
export function withoutOldValues({ contacts, consents, history }: Told, facts: Facts, at: Instant): Facts {
  const since = new Map(contacts.filter((one) => one.reaches_since <= at).map((one) => [one.id, one.reaches_since]));
  const isOld = (row: { readonly contact_id: string | null; readonly created_at: Instant }): boolean =>
    row.contact_id !== null && row.created_at < (since.get(row.contact_id) ?? row.created_at);
  const agreed = new Set(consents.filter(isOld).map(({ id }) => id));
  const heard = new Set(history.filter((row) => row.direction === 'inbound' && isOld(row)).map(({ id }) => id));
  if (agreed.size === 0 && heard.size === 0) return facts;
  return {
    ...facts,
    consents: facts.consents.filter(({ id, revokedAt }) => revokedAt !== null || !agreed.has(id)),
    interactions: facts.interactions.map((one) => (heard.has(one.id) ? { ...one, contactId: null } : one)),
  };
}
