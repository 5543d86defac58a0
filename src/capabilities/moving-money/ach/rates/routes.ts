// The endpoint of the rates at which debits come back.
import { limitsPerMille } from '@tenor/ach/read/return-rates.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInUtc } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateOnly, Described } from '#platform/input/schemas.ts';
import { firstOf, type OriginatorRates, ratesThrough } from './rates.ts';
import { AchReturnRates } from './schemas.ts';

export const achRateRoutes: Endpoint[] = [
  endpoint({
    name: 'achReturnRates.read',
    path: '/companies/{companyId}/ach-return-rates',
    summary: 'Read how many ACH debits come back',
    description:
      'By company identification, over the debits that were sent in sixty days. The rules of the network ask for less than 0.5 percent unauthorized, 3 percent administrative and 15 percent in all; `ach.return.rate.changed` tells when a rate comes near.',
    permission: 'ach.return.rate:read',
    query: {
      through: Type.Optional(Described(DateOnly, { description: 'The last of the sixty days; today if not sent.' })),
    },
    answer: AchReturnRates,
    subject: ownCompany,
    read: async ({ reader, now }, { query }) => shown(reader, query.through ?? (dateInUtc(await now()) as CivilDate)),
  }),
];

const shown = async (reader: Reader, through: CivilDate): Promise<AchReturnRates> => ({
  object: 'achReturnRates',
  companyId: reader.realm.companyId,
  from: firstOf(through),
  through,
  originators: (await ratesThrough(reader, through)).map(shownOriginator),
});

const shownOriginator = ({ originator, sent, rates, days }: OriginatorRates) => ({
  companyIdentification: originator,
  debitCount: sent,
  rates: rates.map(({ rate, returned, standing }) => ({
    rate,
    returnedCount: returned,
    limitPerMille: limitsPerMille[rate],
    standing,
  })),
  days: days.map(({ day, is_verifying, sent: debitCount, returned, unauthorized, administrative }) => ({
    day,
    isVerifying: is_verifying,
    debitCount,
    returnedCount: returned,
    unauthorizedCount: unauthorized,
    administrativeCount: administrative,
  })),
});
