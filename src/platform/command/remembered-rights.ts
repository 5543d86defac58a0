// What an actor may do now, by its id: work that outlives its request asks this. The answer is remembered for a second,
// as for callers, so that each piece of work can ask at almost no cost.
import type { MachineClock } from '#platform/clock.ts';
import type { RightsOf } from './rights.ts';

const freshMicros = 1_000_000;
/** When so many answers are remembered, all are forgotten at once, so that the memory stays small. */
const rememberedMax = 10_000;

export function rememberedRights(clock: MachineClock, look: RightsOf): RightsOf {
  const remembered = new Map<string, { readonly rights: ReturnType<RightsOf>; readonly freshUntil: number }>();
  return (realm, actor) => {
    const name = `${realm.mode} ${realm.companyId} ${actor.id}`;
    const now = clock.micros();
    const known = remembered.get(name);
    if (known !== undefined && known.freshUntil >= now) return known.rights;
    if (remembered.size >= rememberedMax) remembered.clear();
    const rights = look(realm, actor);
    remembered.set(name, { rights, freshUntil: now + freshMicros });
    // A look-up that failed says nothing about the actor.
    rights.catch(() => remembered.delete(name));
    return rights;
  };
}
