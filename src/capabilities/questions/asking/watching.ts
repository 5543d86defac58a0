// Looks while the server works on a question, even on its first row, whether it is still wanted: somebody may cancel the
// operation, or take away the right to ask.
import { RightsLost } from '#platform/command/rights.ts';
import type { Running } from '#platform/work/operations/operation-kind.ts';
import { hasEnded, readOperation } from '#platform/work/operations/operations.ts';

const lookEveryMs = 1_000;

interface Watch {
  readonly signal: AbortSignal;
  /** What an error that ended the question came of. */
  told(error: unknown): unknown;
  end(): void;
}

/** `mustGoOn` throws where whoever asks has lost the right. */
export function watching({ reader, operationId, log }: Running, mustGoOn: () => Promise<unknown>): Watch {
  const stopping = new AbortController();
  const look = async () => {
    const operation = await readOperation(reader, operationId);
    if (operation === undefined || hasEnded(operation)) stopping.abort();
    else await mustGoOn();
  };
  const timer = setInterval(() => {
    look().catch((error) => {
      if (error instanceof RightsLost) stopping.abort(error);
      else log.warn({ err: error, operation: operationId }, 'could not look at an operation');
    });
  }, lookEveryMs);
  const { signal } = stopping;
  return {
    signal,
    told: (error) => (signal.reason instanceof RightsLost ? signal.reason : error),
    end: () => clearInterval(timer),
  };
}
