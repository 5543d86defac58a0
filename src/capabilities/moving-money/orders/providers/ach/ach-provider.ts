// A bank that takes ACH files. An order is never sent by itself: it is put into the next file as it is given. What comes
// here is an order of which no file can be made, which is refused for certain.
import type { Answer, Can, ProviderKind } from '../provider.ts';
import { faultOfOrder, planOf } from './entry.ts';
import type { AchSettings } from './settings.ts';

/** Which return a bank would have answered to such a field. */
const codeOf: Readonly<Record<string, string>> = { routingNumber: 'R13', accountNumber: 'R04', name: 'R26' };

const canOf = ({ sameDayAmountMax, sameDayWindows, cutOff, timezone }: AchSettings): Can => ({
  rails: ['ach'],
  deeds: ['debit', 'credit', 'reversal', 'verify'],
  answers: 'file',
  // A file has no keys, and nobody can be asked for one of its entries.
  keyLifetimeSeconds: null,
  findByKey: false,
  findLagSeconds: 0,
  absenceIsFinal: false,
  poll: false,
  voidUntil: null,
  isSameDay: sameDayWindows.length > 0,
  amountMax: sameDayAmountMax,
  cutOff,
  sameDayCutOffs: sameDayWindows.map((window) => window.cutOff),
  zone: timezone,
  isHere: true,
});

export const achFiles: ProviderKind = {
  name: 'ach',
  modes: ['live', 'test'],
  can: (settings) => canOf(settings as unknown as AchSettings),
  files: (settings) => settings as unknown as AchSettings,
  bind(_realm, given) {
    const settings = given as unknown as AchSettings;
    return {
      can: canOf(settings),
      async send(order, now): Promise<Answer> {
        const fault = faultOfOrder(order, planOf(order, settings, now), settings);
        if (fault === undefined) return { is: 'unknown', why: 'it stands in no file, and was to stand in one' };
        return { is: 'refused', reason: 'other', code: codeOf[fault] ?? 'R25' };
      },
      find: async () => ({ is: 'unknown', why: 'a bank cannot be asked for an entry of a file' }),
      read: () => undefined,
      poll: async () => ({ told: [], next: null }),
    };
  },
};
