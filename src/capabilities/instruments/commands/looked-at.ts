// The answer of a request with `sync`: it waits until the provider has verified the card, and shows the card after that.
import { personSealers } from '#capabilities/people/index.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { Verifying } from '../given.ts';
import { openHolder, presentInstrument, storedInstrument } from '../instrument.ts';
import type { PaymentInstrument } from '../schemas.ts';

/** Undefined: nobody has looked at the card yet. */
export async function lookedAt(
  { reader, vault }: Pick<ReadContext, 'reader' | 'vault'>,
  { isBeingVerified }: Pick<Verifying, 'isBeingVerified'>,
  answered: PaymentInstrument,
): Promise<PaymentInstrument | undefined> {
  const { id, personId, instrumentType, isExternal, status } = answered;
  if (instrumentType !== 'card' || isExternal || status !== 'pending') return answered;
  if (await isBeingVerified(reader, personId, id)) return undefined;
  const sealer = (await personSealers(reader, vault, [personId])).get(personId);
  if (sealer === undefined) return answered;
  const row = await storedInstrument(reader, personId, id);
  return presentInstrument(row, openHolder(sealer, row));
}

/** All of what was made at once. */
export async function allLookedAt(
  ctx: Pick<ReadContext, 'reader' | 'vault'>,
  verifying: Pick<Verifying, 'isBeingVerified'>,
  answered: PaymentInstrument[],
): Promise<PaymentInstrument[] | undefined> {
  const looked: PaymentInstrument[] = [];
  for (const one of answered) {
    const now = await lookedAt(ctx, verifying, one);
    if (now === undefined) return undefined;
    looked.push(now);
  }
  return looked.every((one, i) => one === answered[i]) ? answered : looked;
}
