// Texts and calls by the operator's own receiver, which hands them to a provider. It gets our id, and takes a message
// of the same id once, so what is unknown is sent again. What it tells later of the message names its reference.
import { type MachineClock, secondsOf } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { makePoster, PostFailed } from '#platform/egress/post.ts';
import { signer } from '#platform/egress/signature.ts';
import type { SendingSettings } from '#platform/sending-settings.ts';
import { done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { nameOfMessage } from '../message-address.ts';
import type { Provider } from './provider.ts';

type WebhookSettings = NonNullable<SendingSettings['webhook']>;

interface Tools {
  readonly clock: Pick<MachineClock, 'micros'>;
  readonly vault: Vault;
}

export function byWebhook({ url, secret }: WebhookSettings, { clock, vault }: Tools): Provider {
  const { host } = new URL(url);
  // The address is the operator's own, so it may be inside.
  const poster = makePoster({ devHosts: new Set([host]), userAgent: 'Tenor-Messages' });
  const sign = signer([secret]);
  return {
    knowsIds: true,
    async send({ realm, id, channel, to, text, purpose, language }) {
      const reference = nameOfMessage(vault, { realm, messageId: id });
      const body = JSON.stringify({ id, reference, channel, to, text, purpose, language });
      const signed = sign(id, secondsOf(clock), body);
      try {
        const { status } = await poster.post(url, { 'content-type': 'application/json', ...signed }, body);
        return outcomeOf(status);
      } catch (error) {
        if (error instanceof PostFailed) return { kind: 'unknown', reason: error.message };
        throw error;
      }
    },
  };
}

/** A receiver answers with these when it may succeed later. */
const passing = [408, 409, 425, 429];

function outcomeOf(status: number): Outcome {
  const reason = `the receiver of messages answered ${status}`;
  if (status >= 200 && status < 300) return done;
  if (status >= 500) return { kind: 'unknown', reason };
  return { kind: passing.includes(status) ? 'later' : 'refused', reason };
}
