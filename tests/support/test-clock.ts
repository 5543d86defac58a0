// The clock of a test realm: set to an instant, or moved there with every day in between.
import type { Answer, Client } from './house.ts';

export const setClock = (api: Client, now: string): Promise<Answer['body']> => api.made('/test-clock', { now });
