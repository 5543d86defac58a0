// What a company says of a bridge: where it is, and what it can do.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Deed, Rail } from '../../order/order.ts';
import type { Can } from '../provider.ts';

export interface HttpSettings {
  readonly url: string;
  readonly rails: readonly Rail[];
  readonly deeds: readonly Deed[];
  readonly keyLifetimeHours: number;
  readonly findLagSeconds: number;
  readonly absenceIsFinal: boolean;
  readonly poll: boolean;
  readonly isSameDay: boolean;
  readonly amountMax: Cents | null;
  readonly cutOff: string;
  readonly timezone: string;
  readonly timeoutSeconds: number;
}

export const canOf = (settings: HttpSettings): Can => ({
  rails: settings.rails,
  deeds: settings.deeds,
  keyLifetimeSeconds: settings.keyLifetimeHours * 3_600,
  findByKey: true,
  findLagSeconds: settings.findLagSeconds,
  absenceIsFinal: settings.absenceIsFinal,
  poll: settings.poll,
  voidUntil: settings.deeds.includes('void') ? 'settled' : null,
  isSameDay: settings.isSameDay,
  amountMax: settings.amountMax,
  cutOff: settings.cutOff,
  zone: settings.timezone,
  isHere: false,
});
