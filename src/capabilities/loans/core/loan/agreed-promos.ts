// The promo programs of a loan that its agreement has, as they are shown.
import { shownMetaData } from '#platform/resource/meta-data.ts';
import type { PromoProgram, PromoPrograms } from './promo-programs.ts';
import type { AgreedPromoProgram } from './promo-schemas.ts';

export const presentAgreed = (program: PromoProgram): AgreedPromoProgram => ({
  id: program.id,
  externalId: program.externalId,
  promoTypeId: program.typeId,
  status: program.status,
  promoStartDate: program.startDate,
  promoEndDate: program.endDate,
  promoDurationDays: program.durationDays,
  promoGracePeriodDays: program.graceDays,
  sacDisqualifyOverdueDays: program.disqualifyOverdueDays,
  metaData: shownMetaData(program.metaData),
});

/** Null: none was agreed with the loan. */
export function shownPrograms(programs: PromoPrograms): AgreedPromoProgram[] | null {
  const agreed = (programs ?? []).filter(({ isAgreed }) => isAgreed);
  return agreed.length === 0 ? null : agreed.map(presentAgreed);
}
