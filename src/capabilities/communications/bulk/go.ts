// Bulk sendings as claimed work: a worker that dies is followed by another one behind the last row that was done.
import type { WorkTools } from '#platform/capability.ts';
import { doubling } from '#platform/work/claimed/back-off.ts';
import { type ClaimedWork, claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { preparing } from '../prepare/prepare.ts';
import { finish, pauseByWork } from './move.ts';
import { bulkSendingRows } from './rows.ts';
import type { BulkSource } from './source.ts';
import { type Ended, Turn } from './turn.ts';

export const goingBulk = (sources: readonly BulkSource[]): ClaimedWork<WorkTools, { readonly id: string }> =>
  claimedWork({
    rows: bulkSendingRows,
    line: ({ mode, companyId }) => `${mode} ${companyId}`,
    atOnceMax: 1,
    backOffSeconds: doubling(5),
    inVain: 'a bulk sending was broken off, and is taken up again',
    doing(tools: WorkTools) {
      const prepare = preparing(tools.whole);
      const moving = { tools, sources };
      return {
        async take(tx, row) {
          if (row.state === 'running') return { set: {} };
          tx.write(bulkSendingRows.update(tx.db, row).set(bulkSendingRows.ended));
          return undefined;
        },
        async act({ realm, row, lease }): Promise<Outcome & Ended> {
          const source = sources.find(({ name }) => name === row.source);
          if (source === undefined) return { kind: 'refused', reason: `nothing gives rows of ${row.source}` };
          return { ...done, ...(await new Turn({ tools, prepare, source, realm, row, lease }).go()) };
        },
        async conclude(tx, row, { kind, reason, isOver, goesOnAt, pausedBecause }) {
          if (kind !== 'done') return { last_failure: reason || null };
          const rests = { tries: 0, last_failure: null, act_at: null };
          if (row.state !== 'running') return rests;
          if (pausedBecause !== undefined) return { ...rests, ...(await pauseByWork(moving, tx, row, pausedBecause)) };
          if (isOver) return { ...rests, ...(await finish(moving, tx, row)) };
          return { ...rests, act_at: goesOnAt ?? null };
        },
        mayRepeat: () => true,
      };
    },
  });
