// Writes to the borrower: the message waits with the notices, which choose its text, ask the guard and tell when it could
// not be sent. The item names it once, so it is sent once.
import { askForNotice } from '#capabilities/notices/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import { ofBorrower } from '../run/whose.ts';
import type { Act } from './acting.ts';

export const sendMessage =
  ({ subject, channel, theme }: NonNullable<AutomaticTask['sendMessage']>): Act =>
  async ({ run, item }) => {
    const { ctx, tx, owner, ofCase } = ofBorrower(run);
    const [loanId = null, ...others] = ofCase.loan_ids;
    askForNotice(tx, ctx.now, {
      person_id: owner.person_id,
      once_key: `workflow ${item.id}`,
      subject,
      source: 'workflow',
      source_id: item.id,
      channels: [channel],
      theme,
      case_id: ofCase.id,
      loan_id: others.length === 0 ? loanId : null,
      due_at: ctx.now,
    });
    return null;
  };
