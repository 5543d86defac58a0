// Which adapter carries what, by the settings.

import { type LinkVendors, testVendor } from '#capabilities/instruments/index.ts';
import type { Provider, Providers, ProvidersOf, ProviderTools } from '#capabilities/sending/index.ts';
import { keepRest } from '#capabilities/sending/keep-rest.ts';
import { byPrinter } from '#capabilities/sending/letters/letters.ts';
import { mailboxProviders } from '#capabilities/sending/providers/mailbox.ts';
import { resting } from '#capabilities/sending/providers/rest.ts';
import { bySmtp } from '#capabilities/sending/providers/smtp/smtp.ts';
import { byWebhook } from '#capabilities/sending/providers/webhook.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { ofEach } from '#platform/of-each.ts';
import type { SendingSettings } from '#platform/sending-settings.ts';

export const providersOf: ProvidersOf = (tools, mode) => (mode === 'test' ? mailboxProviders(tools) : outside(tools));

function outside(tools: ProviderTools): Providers {
  const { sending } = tools.settings;
  if (sending === undefined) return {};
  const posted = sending.webhook && byWebhook(sending.webhook, tools);
  return {
    ...(sending.email && { email: mailServer(tools)(sending) }),
    ...(posted && { text: posted, voice: posted }),
    ...(sending.letters && { mail: byPrinter(sending.letters, tools) }),
  };
}

/** Whoever sends emails in a process does it by the same few connections. */
const mailServers = ofEach((_: RealmDatabase) => new Map<SendingSettings, Provider>());

const mailServer =
  ({ database, vault, clock }: ProviderTools) =>
  (sending: SendingSettings): Provider => {
    const own = mailServers(database);
    const known = own.get(sending);
    if (known !== undefined) return known;
    const settings = sending.email as NonNullable<SendingSettings['email']>;
    const carrier = bySmtp({ settings, vault, publicUrl: sending.publicUrl ?? null });
    const provider = resting(carrier, { clock, keep: (said) => keepRest(database, 'email', said) });
    own.set(sending, provider);
    return provider;
  };

/** Test mode has the vendor that is made of a file; no vendor of live mode has an adapter yet. */
export const linkVendors: LinkVendors = (mode) => (mode === 'test' ? testVendor : undefined);
