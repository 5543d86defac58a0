// Tells what came back to whoever sent the messages. What cannot be taken in now holds up nothing else.
import type { WorkTools } from '#platform/capability.ts';
import { doubling } from '#platform/work/claimed/back-off.ts';
import { type ClaimedWork, claimedWork, done } from '#platform/work/claimed/claimed-work.ts';
import type { HeardOfMessage, Hears } from './heard.ts';
import { inboundRows } from './inbound-rows.ts';
import { heardPart } from './keep-heard.ts';

export const hearing = (hears: Hears): ClaimedWork<WorkTools, { readonly key: string }> =>
  claimedWork({
    rows: inboundRows,
    line: ({ mode, companyId }) => `${mode} ${companyId}`,
    atOnceMax: 4,
    backOffSeconds: doubling(5),
    inVain: 'what came back about a message could not be taken in',
    doing: (tools: WorkTools) => ({
      take: async () => ({ set: {} }),
      async act({ realm, row: { key, content_sealed: sealed } }) {
        if (sealed === null) return done;
        const text = tools.vault.companySealer(realm.companyId).unseal(heardPart(key), sealed);
        await hears(tools, realm, { key, ...(JSON.parse(text) as HeardOfMessage) });
        return done;
      },
      conclude: async (_tx, _row, { kind, reason }) =>
        kind === 'done' ? { content_sealed: null, last_failure: null } : { last_failure: reason || null },
      mayRepeat: () => true,
    }),
  });
