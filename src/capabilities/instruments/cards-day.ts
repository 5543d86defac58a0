// The day of cards that are charged: their end nears, and is told; it comes, and they are of no use any more.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { holdEach } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { duePages } from '#platform/work/due-page.ts';
import { bringCard } from './commands/card-ends.ts';
import { dueCards } from './due-cards.ts';
import { cardExpiring, instrumentDeactivated, instrumentUpdated } from './events.ts';
import type { InstrumentRow } from './tables.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<InstrumentRow, 'person_id' | 'id' | 'look_at'>;

export const cardsDay: DailyStep = {
  name: 'cards',
  due: dueCards,
  /** The row says itself when it is due: what is found is one whose time has passed, whatever its status. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('payment_instruments').select('id').where('company_id', '=', companyId).where('look_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueCards),
      together,
      bring: (tx, now, cards) => bring(day, tx, now, cards),
      isOfTheTime,
      failed({ person_id: person, id: instrument }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, instrument };
        day.log.error({ err: error, ...ids }, 'the end of a card could not be brought; it is tried again');
      },
    }),
};

async function bring(day: PassingDay, tx: Tx, now: Instant, cards: readonly Place[]): Promise<readonly Place[]> {
  const zone = (await timezoneOf(tx)) as string;
  const declared = [cardExpiring, instrumentUpdated, instrumentDeactivated];
  await holdEach(tx, makerOfDay(day, now, declared), cards, async ({ emit }, own) => {
    for (const card of own) await bringCard({ now, emit }, tx, card, zone);
  });
  return cards;
}
