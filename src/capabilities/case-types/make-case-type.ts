// A case type that the product needs and no company has made: active at once, with do-not-interact types of its own.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { caseReading } from './case-context.ts';
import { caseType } from './resources/case-type.ts';
import { doNotInteractType } from './resources/do-not-interact-type.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What its making tells. */
export const typeEvents = [...caseType.events, ...doNotInteractType.events];

/** The conditions are ours, whoever may read cases. */
export async function makeCaseType(
  ctx: CommandContext,
  tx: Tx,
  type: Fields,
  doNotInteracts: readonly Fields[],
): Promise<void> {
  const permissions = new Set([...ctx.caller.permissions, caseReading]);
  const ours = { ...ctx, caller: { ...ctx.caller, permissions } };
  const doNotInteractTypeIds: unknown[] = [];
  for (const one of doNotInteracts) {
    const { id } = await doNotInteractType.make(ours, tx, { ...one, status: 'active' });
    doNotInteractTypeIds.push(id);
  }
  await caseType.make(ours, tx, { ...type, status: 'active', doNotInteractTypeIds });
}
