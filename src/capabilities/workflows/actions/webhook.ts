// Asks the receiver of the company's webhooks, by an event in the commit of the item, and waits for the answer. The event is
// signed, sent until it arrives, and shows what its webhook may show: whoever answers reads the rest with a key of their own.
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import { opaqueToken } from '#platform/ids.ts';
import { tellAsked } from '../events.ts';
import { note, setItem } from '../run/run.ts';
import { itemStates } from '../states.ts';
import type { Act } from './acting.ts';

export const webhook =
  ({ name }: NonNullable<AutomaticTask['webhook']>): Act =>
  async ({ run, item }) => {
    const { to: status } = itemStates.move(item.status, 'call', { id: item.id });
    const waiting = { acts_at: null, look_at: item.next_late_at, updated_at: run.ctx.now };
    const asked = setItem(run, item, { status, made_id: opaqueToken(), ...waiting });
    note(run, 'callForItem', { stepId: item.step_id, itemId: item.id });
    tellAsked(run.ctx, run.workflow, asked, name);
    return undefined;
  };
