// A bank that takes ACH files: what is checked of it, how it is stored, and what of it is shown.
import { isPrintable } from '@tenor/ach/values/plain-letters.ts';
import { faultOfOriginator, type Originator } from '@tenor/ach/write/originator.ts';
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { isZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Problem } from '#platform/errors.ts';
import { placeOf, problemsOfCredentials, problemsOfPlace } from '#platform/file-places/place-settings.ts';
import { ruled } from '../providers/ach/entry.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import type { InstrumentType } from '../providers/provider.ts';
import type { AchOriginator, AchOriginatorReplace } from './ach-schemas.ts';
import type { ProviderReplace } from './schemas.ts';

/** As the rules have it since 2022. */
const sameDayMax = cents(100_000_000);
const minutes = 60;

export function achSettingsOf(input: AchOriginatorReplace): AchSettings {
  const { place, fileMax = {}, releaseMax = {}, descriptions = {} } = input;
  return {
    ...originatorOf(input),
    timezone: input.timezone ?? 'America/New_York',
    cutOff: input.cutOff ?? '16:00',
    sameDayWindows: input.sameDayWindows ?? [],
    sameDayAmountMax: input.sameDayAmountMax ?? sameDayMax,
    lateMinutes: input.lateMinutes ?? minutes,
    acknowledgeWithinMinutes: input.acknowledgeWithinMinutes === undefined ? minutes : input.acknowledgeWithinMinutes,
    descriptions: {
      payment: descriptions.payment ?? 'LOAN PMT',
      downPayment: descriptions.downPayment ?? 'DOWN PMT',
      refund: descriptions.refund ?? 'REFUND',
      funding: descriptions.funding ?? 'LOAN FUND',
    },
    place: placeOf(place),
    fileNamePrefix: input.fileNamePrefix ?? '',
    lineEnd: input.lineEnd ?? 'lf',
    fileMax: { ...mostOf(fileMax), lines: fileMax.lines ?? null },
    releaseMax: mostOf(releaseMax),
  };
}

const originatorOf = (input: AchOriginatorReplace): Originator => ({
  destination: input.bankRoutingNumber,
  destinationName: input.bankName,
  origin: input.originId,
  originName: input.originName,
  companyName: input.companyName,
  companyId: input.companyIdentification,
  discretionary: input.discretionaryData ?? '',
  odfi: input.odfi ?? input.bankRoutingNumber.slice(0, 8),
});

type Most = NonNullable<AchOriginatorReplace['releaseMax']>;
const mostOf = ({ entries = null, debitAmount = null, creditAmount = null }: Most) => ({
  entries,
  debitAmount: debitAmount as Cents | null,
  creditAmount: creditAmount as Cents | null,
});

export function presentOriginator(settings: AchSettings): AchOriginator {
  const { destination, destinationName, origin, originName, companyName, companyId, discretionary, ...rest } = settings;
  return {
    bankRoutingNumber: destination,
    bankName: destinationName,
    originId: origin,
    originName,
    companyName,
    companyIdentification: companyId,
    discretionaryData: discretionary,
    ...rest,
    sameDayWindows: [...rest.sameDayWindows],
  };
}

/** With another bank, other numbers or another place it is another provider: the one before keeps its files. */
export function identityOf(kind: string, settings: object): string {
  if (kind !== 'ach') return String((settings as { readonly url?: string }).url);
  const { destination, origin, companyId, odfi, place } = settings as AchSettings;
  const { kind: placeKind, folder, host, port, username } = place;
  return JSON.stringify([destination, origin, companyId, odfi, placeKind, folder, host, port, username]);
}

export const needsCredentials = ({ place }: AchSettings): boolean => place.kind === 'sftp';

const fieldOf: Readonly<Record<keyof Originator, keyof AchOriginatorReplace>> = {
  destination: 'bankRoutingNumber',
  destinationName: 'bankName',
  origin: 'originId',
  originName: 'originName',
  companyName: 'companyName',
  companyId: 'companyIdentification',
  discretionary: 'discretionaryData',
  odfi: 'odfi',
};

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
const isMark = (text: string): boolean => /^SD([01]\d|2[0-3])[0-5]\d$/.test(text);

export function problemsOfAch(
  ctx: Pick<CommandContext, 'settings' | 'realm'>,
  instrumentType: InstrumentType,
  { ach, kind, credentials }: ProviderReplace,
): Problem[] {
  if (kind !== 'ach' || !ach) return [];
  const problems: Problem[] = [];
  const wrong = (path: string, message: string, expected: string) => problems.push({ path, message, expected });
  if (instrumentType !== 'bankAccount') wrong('kind', 'moves no money of cards', 'http');
  const fault = faultOfOriginator(originatorOf(ach));
  if (fault) wrong(`ach.${fieldOf[fault.field]}`, 'cannot stand in a file', `what ${fault.message}`);
  if (ach.timezone !== undefined && !isZone(ach.timezone))
    wrong('ach.timezone', 'is no time zone', 'a name such as America/New_York');
  for (const [path, time] of timesOf(ach))
    if (!isTime(time)) wrong(path, 'must be a time of day', 'HH:MM, such as 16:00');
  for (const [i, { mark, cutOff }] of (ach.sameDayWindows ?? []).entries()) {
    const before = ach.sameDayWindows?.[i - 1];
    if (mark !== null && !isMark(mark)) wrong(`ach.sameDayWindows[${i}].mark`, 'is no such mark', 'SD1300, or null');
    if (before !== undefined && before.cutOff >= cutOff)
      wrong(`ach.sameDayWindows[${i}].cutOff`, 'must be later than the one before', 'windows in their order');
  }
  for (const [name, text] of Object.entries(ach.descriptions ?? {})) {
    if (text === undefined || (text.trim() === text && isPrintable(text) && !ruled.includes(text))) continue;
    wrong(`ach.descriptions.${name}`, 'cannot stand there', 'a text of ASCII that no rule has given another meaning');
  }
  if (!/^[A-Za-z0-9-]*$/.test(ach.fileNamePrefix ?? ''))
    wrong('ach.fileNamePrefix', 'has other characters', 'letters, digits and dashes');
  for (const [path, amount] of amountsOf(ach))
    if (amount <= 0) wrong(path, 'must be more than zero', 'an amount, or null');
  return [
    ...problems,
    ...problemsOfPlace(ctx.settings, ach.place, 'ach.place.'),
    ...credentialProblems(ach, credentials),
  ];
}

const timesOf = ({ cutOff, sameDayWindows = [] }: AchOriginatorReplace): [string, string][] => [
  ...(cutOff === undefined ? [] : ([['ach.cutOff', cutOff]] as [string, string][])),
  ...sameDayWindows.map((window, i): [string, string] => [`ach.sameDayWindows[${i}].cutOff`, window.cutOff]),
];

function amountsOf({ fileMax, releaseMax, sameDayAmountMax }: AchOriginatorReplace): [string, number][] {
  const all = {
    'ach.sameDayAmountMax': sameDayAmountMax,
    'ach.fileMax.debitAmount': fileMax?.debitAmount,
    'ach.fileMax.creditAmount': fileMax?.creditAmount,
    'ach.releaseMax.debitAmount': releaseMax?.debitAmount,
    'ach.releaseMax.creditAmount': releaseMax?.creditAmount,
  };
  return Object.entries(all).filter((one): one is [string, Cents] => one[1] != null);
}

function credentialProblems({ place }: AchOriginatorReplace, credentials: ProviderReplace['credentials']): Problem[] {
  if (credentials?.secret === undefined || place.kind === 'directory') return problemsOfCredentials(place, credentials);
  return [
    { path: 'credentials', message: 'name a secret, which a bank has none of', expected: 'privateKey or password' },
  ];
}
