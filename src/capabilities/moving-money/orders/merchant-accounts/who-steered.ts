// Who has lately said to which account a merchant is paid.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { NamedActor } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { whoDid } from '#platform/events/who-did.ts';
import { merchantAccountEvents } from './events.ts';

/** `since` is an instant of the business clock. */
export async function whoSteered(reader: Reader, merchantId: string, since: Instant): Promise<NamedActor['id'][]> {
  const did = await whoDid(reader, { subjectId: reader.realm.companyId, kinds: merchantAccountEvents, since });
  return did.filter(({ fields }) => fields.merchantId === merchantId).map(({ actorId }) => actorId);
}
