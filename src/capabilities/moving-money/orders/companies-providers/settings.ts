// What a company says of a provider, checked and as it is stored.
import { isZone } from '@tenor/engine/values/zone.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { wrongUrl } from '#platform/egress/webhook-url.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { Rail } from '../order/order.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import type { HttpSettings } from '../providers/http/settings.ts';
import { kindNamed } from '../providers/kinds.ts';
import type { InstrumentType } from '../providers/provider.ts';
import { achSettingsOf, problemsOfAch } from './ach-originator.ts';
import type { ProviderReplace } from './schemas.ts';

const railsFor: Readonly<Record<InstrumentType, readonly Rail[]>> = {
  bankAccount: ['ach', 'instant'],
  card: ['card'],
};

/** Errors: InvalidRequest. */
export function settingsOf(
  ctx: Pick<CommandContext, 'realm' | 'settings'>,
  instrumentType: InstrumentType,
  body: ProviderReplace,
): HttpSettings | AchSettings | Record<string, never> {
  mustHaveNone([
    ...ofKind(ctx, body),
    ...ofBridge(ctx, instrumentType, body),
    ...problemsOfAch(ctx, instrumentType, body),
  ]);
  if (body.ach) return achSettingsOf(body.ach);
  if (!body.http) return {};
  const { http } = body;
  return {
    url: http.url.replace(/\/+$/, ''),
    rails: [...new Set(http.rails)],
    deeds: [...new Set(http.deeds ?? (['debit', 'credit', 'refund'] as const))],
    keyLifetimeHours: http.keyLifetimeHours ?? 720,
    findLagSeconds: http.findLagSeconds ?? 0,
    absenceIsFinal: http.absenceIsFinal ?? false,
    poll: http.poll ?? true,
    isSameDay: http.isSameDay ?? false,
    amountMax: http.amountMax ?? null,
    cutOff: http.cutOff ?? '16:00',
    timezone: http.timezone ?? 'America/New_York',
    timeoutSeconds: http.timeoutSeconds ?? 60,
  };
}

function ofKind({ realm }: Pick<CommandContext, 'realm'>, body: ProviderReplace): Problem[] {
  const { kind, http, ach, credentials } = body;
  const problems = Object.entries({ http, ach })
    .filter(([path, value]) => value != null && path !== kind)
    .map(([path]) => ({ path, message: `does not go with the kind ${kind}`, expected: 'null' }));
  if (kind === 'http' && !http) problems.push({ path: 'http', message: 'is missing', expected: 'where the bridge is' });
  if (kind === 'ach' && !ach) problems.push({ path: 'ach', message: 'is missing', expected: 'the bank and its terms' });
  if (kind !== 'simulator') return problems;
  if (realm.mode === 'live') {
    const expected = 'http or ach: the simulator is for test mode alone';
    problems.push({ path: 'kind', message: 'moves no money', expected });
  } else if (kindNamed(kind) === undefined) {
    problems.push({ path: 'kind', message: 'is not offered here', expected: 'http or ach' });
  }
  if (credentials != null)
    problems.push({ path: 'credentials', message: `do not go with the kind ${kind}`, expected: 'null' });
  return problems;
}

function ofBridge(
  { settings }: Pick<CommandContext, 'settings'>,
  instrumentType: InstrumentType,
  { kind, http, credentials }: ProviderReplace,
): Problem[] {
  if (kind !== 'http' || !http) return [];
  const problems: Problem[] = [];
  const wrong = wrongUrl(http.url, settings.webhookDevHosts);
  if (wrong) problems.push({ path: 'http.url', message: wrong.problem, expected: wrong.expected });
  else if (http.url.includes('?')) {
    problems.push({ path: 'http.url', message: 'must not have a query', expected: 'a URL without ?' });
  }
  const fitting = railsFor[instrumentType];
  for (const [i, rail] of http.rails.entries()) {
    if (fitting.includes(rail)) continue;
    const expected = fitting.join(' or ');
    problems.push({ path: `http.rails[${i}]`, message: `does not move money of a ${instrumentType}`, expected });
  }
  if (instrumentType !== 'card' && http.deeds?.includes('verify')) {
    const path = `http.deeds[${http.deeds.indexOf('verify')}]`;
    problems.push({
      path,
      message: 'is of cards alone',
      expected: 'another deed: accounts are verified by trial deposits',
    });
  }
  if (http.cutOff !== undefined && !/^([01]\d|2[0-3]):[0-5]\d$/.test(http.cutOff)) {
    problems.push({ path: 'http.cutOff', message: 'must be a time of day', expected: 'HH:MM, such as 16:00' });
  }
  if (http.timezone !== undefined && !isZone(http.timezone)) {
    const expected = 'a name such as America/New_York';
    problems.push({ path: 'http.timezone', message: 'is no time zone', expected });
  }
  if (http.amountMax != null && http.amountMax <= 0) {
    problems.push({ path: 'http.amountMax', message: 'must be more than zero', expected: 'an amount, or null' });
  }
  if (credentials && !isSecret(credentials.secret ?? '')) {
    const expected = 'base64 of 32 random bytes: openssl rand -base64 32';
    problems.push({ path: 'credentials.secret', message: 'is no such secret', expected });
  }
  return problems;
}

/** 32 equal bytes are an example that somebody copied. */
function isSecret(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 && bytes.toString('base64') === text && bytes.some((byte) => byte !== bytes[0]);
}
