// The service with people, and a receiver that its webhooks may reach.
import type { Cleanup } from '../cleanup.ts';
import { seedPeople } from '../seed.ts';
import { makePlace, type Place, type RunningService, startService } from '../service.ts';
import { type Receiver, startReceiver } from './start-receiver.ts';

export interface WebhookStage {
  readonly place: Place;
  readonly receiver: Receiver;
  readonly service: RunningService;
  readonly people: readonly string[];
}

export async function setWebhookStage(cleanup: Cleanup, nodeFlags: readonly string[] = []): Promise<WebhookStage> {
  const place = makePlace(cleanup);
  const receiver = await startReceiver(place, cleanup);
  const service = await startService(place, cleanup, { nodeFlags, webhookHosts: receiver.host });
  return { place, receiver, service, people: await seedPeople(service) };
}
