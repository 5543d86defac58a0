// An operation about one row of ours that shows how it stands, as a file that is made does. What ends the operation in vain
// ends the row too, in words and in one commit.
import { workNow } from '#platform/business-clock.ts';
import { RightsLost } from '#platform/command/rights.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { Job } from './job.ts';
import type { FailedOperation, OperationKind, Running } from './operation-kind.ts';

export type Ending = Pick<FailedOperation, 'clock' | 'position'>;

interface AboutOne<Name extends string> {
  readonly job: Job<Readonly<Record<Name, string>>>;
  /** How the input of the job, and the result of the operation, name the row. */
  readonly name: Name;
  readonly needs: readonly string[];
  /** A refusal ends the row, and the operation with it. */
  work(running: Running, id: string): Promise<void>;
  /** Ends the row, unless it has ended. */
  fail(ending: Ending, tx: Tx, id: string, message: string): Promise<void>;
}

const messageMax = 1_000;

export function aboutOne<Name extends string>({ job, name, needs, work, fail }: AboutOne<Name>): OperationKind {
  const failed = (ending: Ending, tx: Tx, id: string, message: string): Promise<void> =>
    fail(ending, tx, id, message.slice(0, messageMax));
  return {
    ...job,
    needs,
    async run(running) {
      const id = job.readInput(running.input)[name];
      try {
        await work(running, id);
      } catch (error) {
        // What its actor may not do any more is told by `release`, which needs no rights.
        if (!(error instanceof Refusal) || error instanceof RightsLost) throw error;
        await running.finish(async (tx) => {
          await failed(running, tx, id, error.message);
          return { [name]: id, failed: error.kind.errorType };
        });
      }
    },
    async release(tx, operation) {
      const id = job.readInput(operation.input)[name];
      const { error } = operation;
      await failed(operation, tx, id, error instanceof Refusal ? error.message : 'The service could not do it.');
      return { [name]: id };
    },
  };
}

interface Telling {
  readonly now: Awaited<ReturnType<typeof workNow>>;
  readonly emit: Emit;
}

/** Writes, and tells by these events, in a commit of an operation. */
export async function telling(
  { clock, position }: Ending,
  tx: Tx,
  declared: Parameters<typeof recordingByHand>[0]['declared'],
  work: (at: Telling) => Promise<void>,
): Promise<void> {
  const now = await workNow(tx, clock);
  await recordingByHand({ realm: tx.realm, now, position, declared }, tx, (emit) => work({ now, emit }));
}
