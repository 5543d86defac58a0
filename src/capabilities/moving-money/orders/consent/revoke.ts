// Takes an authorization back. What it carried and has not been released fails its check at release.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type Giver, presentAuthorization, sealerOfGiver, storedAuthorization } from './authorization.ts';
import { authorizationRevoked } from './events.ts';
import type { AuthorizationRevoke, PaymentAuthorization } from './schemas.ts';
import type { AuthorizationRow } from './tables.ts';

/** Asked again, the first revocation stays as it was. Errors: NotFound (authorization). */
export async function revoke(
  ctx: CommandContext,
  tx: Tx,
  giver: Giver,
  id: string,
  { date = null, reason = null }: AuthorizationRevoke,
): Promise<PaymentAuthorization> {
  const before = await storedAuthorization(tx, giver.person_id, id);
  ctx.was(before);
  const sealer = sealerOfGiver(ctx.vault, giver);
  if (before.revoked_at !== null || (date !== null && before.stopped_dates.includes(date))) {
    return presentAuthorization(sealer, before);
  }
  const { type, id: actorId } = ctx.caller.actor;
  const whole = {
    revoked_at: ctx.now,
    revoked_by_type: type,
    revoked_by_id: actorId,
    revoked_reason: reason?.trim() || null,
  };
  const changes: Partial<AuthorizationRow> = {
    ...(date === null ? whole : { stopped_dates: [...before.stopped_dates, date].toSorted() }),
    updated_at: ctx.now,
  };
  const { company_id: _, terms: __, ...columns } = changes;
  tx.write(
    tx.db
      .updateTable('payment_authorizations')
      .set(columns)
      .where('person_id', '=', giver.person_id)
      .where('id', '=', id),
  );
  ctx.emit(authorizationRevoked, giver.person_id, {
    personExternalId: giver.external_id,
    paymentAuthorizationId: id,
    paymentInstrumentId: before.instrument_id,
    kind: before.kind,
    date,
  });
  return presentAuthorization(sealer, { ...before, ...changes });
}
