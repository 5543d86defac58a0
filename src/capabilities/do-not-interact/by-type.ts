// Makes and releases the do-not-interacts of types, in the commit that makes or moves a case. The borrower is locked.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type CaseAfterMove, doNotInteractsOfMove, endOfDoNotInteract } from '#capabilities/case-types/index.ts';
import type { CaseListener } from '#capabilities/cases/index.ts';
import { expire, insert, isOver, release } from './commands/write.ts';
import { standingOnCase } from './do-not-interact.ts';
import { doNotInteractChanged, doNotInteractExpired } from './events.ts';
import { endOf } from './input.ts';

export const doNotInteractsByType: CaseListener = {
  mayEmit: [doNotInteractChanged, doNotInteractExpired],
  async moved(ctx, tx, { row, fields, customFields, type }) {
    if (type.doNotInteractTypeIds.length === 0) return;
    const { person_id: personId, id: caseId, status, outcome, name, loan_ids: loanIds } = row;
    const there = await standingOnCase(tx, personId, caseId);
    // The day's work may not have come to these yet.
    for (const one of there) if (isOver(one, ctx.now)) expire(ctx, tx, one);
    const standing = there.filter((one) => !isOver(one, ctx.now));
    const byType = standing.flatMap(({ do_not_interact_type_id: typeId, do_not_interact_type_number: typeNumber }) =>
      typeId === null || typeNumber === null ? [] : [{ typeId, typeNumber }],
    );
    // The fields were checked against the schemas of the type when the case was written.
    const moved = { status, outcome, name, fields, customFields, type } as CaseAfterMove;
    const { made, released } = await doNotInteractsOfMove(tx, moved, byType, { vault: ctx.vault, personId, loanIds });
    for (const one of standing) {
      const number = one.do_not_interact_type_number;
      if (number !== null && released.includes(number)) release(ctx, tx, one);
    }
    const startDate = dateInZone(ctx.now, ctx.timezone);
    for (const one of made) {
      const endDate = endOfDoNotInteract(startDate, one);
      const said = {
        channels: [one.channel],
        themes: [one.theme],
        start_date: startDate,
        end_date: endDate,
        days_of_week: [],
        times_of_day: [],
        timezone: null,
        contact_labels: [],
        ends_at: endDate && endOf(endDate, ctx.timezone),
      };
      insert(ctx, tx, { personId, caseId, said, source: 'type', type: { id: one.id, number: one.type_id } });
    }
  },
};
