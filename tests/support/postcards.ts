// A made-up work, as the README of claimed work tells it: postcards that a press prints. They lie in the table of
// messages, because a test makes no table.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import type { Lease } from '#platform/work/claimed/claimed-work.ts';
import { type ClaimTools, claimedWork, type Outcome } from '#platform/work/claimed/claimed-work.ts';

export interface PostcardTools extends ClaimTools {
  readonly press: {
    /** It knows a postcard again, and prints none twice. */
    readonly knowsIds: boolean;
    print(id: string, lease: Lease): Promise<Outcome>;
    restsUntil?(): number | undefined;
  };
}

export const postcardRows = claimedRows({
  name: 'postcards',
  job: 'postcards.print',
  table: 'messages',
  named: ['id'],
  alarmTries: 3,
  why: 'last_failure',
});

const states = { done: 'sent', refused: 'refused', later: 'queued', unknown: 'unknown' } as const;

export const printing = claimedWork({
  rows: postcardRows,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 2,
  backOffSeconds: (tries) => [30, 60, 120][tries - 1],
  inVain: 'a postcard was not printed',
  doing: ({ press }: PostcardTools) => ({
    restsUntil: () => press.restsUntil?.(),
    take: async (_tx, { state }) => (state === 'queued' ? { set: { state: 'sending' as const } } : undefined),
    act: ({ row, lease }) => press.print(row.id, lease),
    conclude: async (_tx, _row, { kind, reason }) => ({ state: states[kind], last_failure: reason || null }),
    mayRepeat: () => press.knowsIds,
  }),
});
