// Many things in one transaction cost little. If they cannot be done together they are done one by one: then it shows
// which one fails, and it does not stop the others.
import { RightsLost } from '#platform/command/rights.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import { LeaseLost } from './lease.ts';

interface Batch<Thing> {
  together(): Promise<void>;
  /** Called when they could not be done together: returns the things that are still to be done. */
  things(): readonly Thing[] | Promise<readonly Thing[]>;
  one(thing: Thing): Promise<void>;
  failed(thing: Thing, error: unknown): void | Promise<void>;
  /** True for an error that no single thing caused: it ends the work, which continues later or in another process. */
  isOfTheTime?(error: unknown): boolean;
}

/** Returns whether they were done together. */
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

/** The lease, the right to do it or the database is lost: this affects all things alike. */
const isOfTheWork = (error: unknown): boolean =>
  error instanceof LeaseLost || error instanceof RightsLost || isUnreachable(error);
