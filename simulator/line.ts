// How a company reaches the simulator, and how it hears of what happens there.
import { plusSeconds } from './calendar.ts';
import { type Chaos, noticeChance } from './chaos.ts';
import type { Charge, Notice } from './charges.ts';
import type { Outcome } from './outcome.ts';
import type { Secret } from './secret.ts';

export interface Line {
  readonly company: string;
  readonly secret: Secret;
  /** Whom its notices go to, in words of the company. */
  readonly carrier: string;
  readonly chaos?: Chaos | undefined;
}

export function noticesOf({ secret, carrier, chaos }: Line, charge: Charge, outcomes: readonly Outcome[]): Notice[] {
  return outcomes.map((outcome, i) => {
    const id = `${charge.id}.${i + 1}.${outcome.what}`;
    const { times, late } = noticeChance(chaos, id);
    const isTold = outcome.noticeAfter !== null && times > 0;
    return {
      id,
      charge_id: charge.id,
      charge_key: charge.key,
      carrier,
      at: outcome.at,
      what: outcome.what,
      code: outcome.code ?? null,
      amount_cents: outcome.cents,
      moves_cents: outcome.moves,
      on_day: outcome.on ?? null,
      respond_by: outcome.respondBy ?? null,
      case_number: outcome.caseNumber ?? null,
      corrected: outcome.corrected === undefined ? null : secret.seal(id, outcome.corrected),
      due_at: isTold ? afterwards(outcome.at, (outcome.noticeAfter ?? 0) + late * 60) : null,
      times: Math.max(outcome.times, times),
      is_forged: outcome.isForged === true,
    };
  });
}

/** The very instant where nothing is added: the clock of a test may stand between two milliseconds. */
const afterwards = (at: string, seconds: number): string => (seconds === 0 ? at : plusSeconds(at, seconds));
