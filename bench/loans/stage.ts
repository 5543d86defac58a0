// The service with loans: copies of one that has a past of a year.
import type { Cleanup } from '../cleanup.ts';
import { coldMemoryMb, makePlace, type Place, type RunningService, startService, withDatabase } from '../service.ts';
import {
  copyOf,
  copyTemplate,
  type LoanRef,
  makeTemplate,
  type Past,
  standingTables,
  type Template,
} from './template.ts';

interface LoanStage {
  readonly place: Place;
  readonly service: RunningService;
  /** A second process on the same data, which remembers no answers. */
  readonly cold: RunningService | undefined;
  readonly template: Template;
  readonly loans: readonly LoanRef[];
}

interface StageOptions extends Pick<Past, 'isInTime'> {
  readonly hasCold?: boolean;
  /** Without what happened to the loans: it takes a fifth of the time, and nothing of a past day can be asked. */
  readonly isOfToday?: boolean;
}

export async function setLoanStage(
  cleanup: Cleanup,
  count: number,
  nodeFlags: readonly string[] = [],
  { hasCold = false, isInTime = false, isOfToday = false }: StageOptions = {},
): Promise<LoanStage> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { nodeFlags });
  const cold = hasCold ? await startService(place, cleanup, { memoryMb: coldMemoryMb }) : undefined;
  const template = await makeTemplate(service, { months: 12, duration: 60, isInTime });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, template, 'live', { count, ...(isOfToday && { tables: standingTables }) });
    await client.query('vacuum analyze');
  });
  return { place, service, cold, template, loans: Array.from({ length: count }, (_, i) => copyOf(template, i + 1)) };
}
