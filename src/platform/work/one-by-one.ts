// Many things in one transaction cost little. Where they cannot be done together they are done one by one: which of them
// it is shows then, and one that fails stops no other.
import { RightsLost } from '#platform/command/rights.ts';
import { isUnreachable } from '#platform/db/sqlstate.ts';
import { LeaseLost } from './lease.ts';

interface Batch<Thing> {
  together(): Promise<void>;
  /** Asked for when they could not be done together: those that are still to be done. */
  things(): readonly Thing[] | Promise<readonly Thing[]>;
  one(thing: Thing): Promise<void>;
  failed(thing: Thing, error: unknown): void | Promise<void>;
  /** What is no fault of a thing ends the work: it goes on later, or elsewhere. */
  isOfTheTime?(error: unknown): boolean;
}

/** Gives whether they were done together. */
export async function togetherOrOneByOne<Thing>(batch: Batch<Thing>): Promise<boolean> {
  const { together, one, failed, isOfTheTime = () => false } = batch;
  const mustBeOfAThing = (error: unknown): void => {
    if (isOfTheWork(error) || isOfTheTime(error)) throw error;
  };
  try {
    await together();
    return true;
  } catch (error) {
    mustBeOfAThing(error);
  }
  for (const thing of await batch.things()) {
    try {
      await one(thing);
    } catch (error) {
      mustBeOfAThing(error);
      await failed(thing, error);
    }
  }
  return false;
}

/** The lease, the right to do it or the database is gone: for all things alike. */
const isOfTheWork = (error: unknown): boolean =>
  error instanceof LeaseLost || error instanceof RightsLost || isUnreachable(error);
