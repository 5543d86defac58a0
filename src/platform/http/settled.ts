// A call with `sync=true` whose work somebody outside decides: the answer waits for what has come of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import type { Reply } from '#platform/command/idempotency.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { errorReply } from './answer.ts';
import type { Endpoint, ReadContext } from './endpoint.ts';

interface Unsettled {
  /** The answer of the commit. */
  readonly answer: Reply;
  readonly waitMs: number;
  ctx(): ReadContext;
  /** Others get the place of a request that only waits. */
  mayWait(): boolean;
  shown(answer: unknown): Promise<Reply>;
}

/** The provider may be quick, so it is looked soon at first. */
const lookAgainMs = { first: 25, most: 400 };

/** What was ordered stands, whether its outcome comes in time or not. */
export async function settled(
  { awaits }: Endpoint,
  { answer, waitMs, ctx, mayWait, shown }: Unsettled,
): Promise<Reply> {
  if (answer.status >= 300) return answer;
  const answered: unknown = JSON.parse(answer.body).data;
  const since = stopwatch();
  for (let pauseMs = lookAgainMs.first; ; pauseMs = Math.min(2 * pauseMs, lookAgainMs.most)) {
    const found = await awaits?.(ctx(), answered);
    if (found === answered) return answer;
    if (found !== undefined) return { ...(await shown(found)), headers: answer.headers };
    if (pauseMs === lookAgainMs.first && !mayWait()) return answer;
    if (since() > waitMs) break;
    await sleep(pauseMs);
  }
  const message = 'What was ordered stands, but nothing has come of it within the waiting time.';
  const [first] = [answered].flat() as [{ readonly id: string }];
  return errorReply(new Refusal(errors.RequestTimeout, message, { data: { id: first.id } }));
}
