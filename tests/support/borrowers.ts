// How tests read a borrower: in the version that shows every field.
import type { Answer, Client } from './house.ts';

export const newest = { headers: { 'api-version': '2025-03-26' } };

export const readBorrower = async (api: Client, id: string): Promise<Answer['body']> =>
  (await api.call('GET', `/people/${id}`, newest)).body.data;
