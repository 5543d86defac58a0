// Which adapter carries what, by the settings.

import { type LinkVendors, testVendor } from '#capabilities/instruments/index.ts';
import type { Providers } from '#capabilities/sending/index.ts';
import { bySmtp } from '#capabilities/sending/providers/smtp.ts';
import { byWebhook } from '#capabilities/sending/providers/webhook.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { SendingSettings } from '#platform/sending-settings.ts';

export function providersOf(settings: SendingSettings | undefined, clock: MachineClock): Providers {
  const [email, webhook] = [settings?.email, settings?.webhook];
  const posted = webhook ? byWebhook(webhook, clock) : undefined;
  return {
    ...(email && { email: bySmtp(email) }),
    ...(posted && { text: posted, voice: posted }),
  };
}

/** Test mode has the vendor that is made of a file; no vendor of live mode has an adapter yet. */
export const linkVendors: LinkVendors = (mode) => (mode === 'test' ? testVendor : undefined);
