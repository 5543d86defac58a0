// Forbids a channel or a theme for some days, on the case of the workflow.
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { createDoNotInteract } from '#capabilities/do-not-interact/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import { ofBorrower } from '../run/whose.ts';
import type { Act } from './acting.ts';

export const doNotInteract =
  ({ channel, theme, days }: NonNullable<AutomaticTask['doNotInteract']>): Act =>
  async ({ run }) => {
    const { ctx, tx, ofCase } = ofBorrower(run);
    const today = dateInZone(ctx.now, ctx.timezone);
    const endDate = days === null ? null : addDays(today, days);
    const input = { channels: [channel], themes: [theme], startDate: today, endDate };
    return (await createDoNotInteract(ctx, tx, { row: ofCase }, input)).id;
  };
