// A borrower who can be written to, in Indianapolis, where the creditor services the loan: no rule stands against a
// message by day.
import { aCollectedBorrower, type CollectedBorrower } from './collected-borrower.ts';
import type { Answer, Client } from './house.ts';

/** The consents without which some messages do not go out: to texts, and to notices that come only by email. */
export async function aReader(api: Client): Promise<CollectedBorrower> {
  const reader = await aCollectedBorrower(api, { byAgency: false });
  const consents = `${reader.path}/consents`;
  const text = 'You may write to me.';
  await api.made(consents, { consentType: 'priorExpress', channel: 'text', contactId: reader.phoneId, text });
  await api.made(consents, { consentType: 'esign', channel: 'email', text, demonstratedAt: '2020-01-01T00:00:00Z' });
  return reader;
}

export const aReminder = {
  subject: 'paymentDueDateReminder',
  channel: 'email',
  context: { paymentAmount: '150.00', paymentDueDate: '2026-10-15' },
};

export const sendTo = (api: Client, { personId }: CollectedBorrower, more: object = {}): Promise<Answer> =>
  api.post('/communicator/send', { ...aReminder, personId, ...more });

export async function sentTo(api: Client, reader: CollectedBorrower, more: object = {}): Promise<Answer['body']> {
  const answer = await sendTo(api, reader, more);
  if (answer.status !== 200) throw new Error(`The message was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
