// Makes a borrower one who can be written to, and waits for what the service has written.
import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import { type Answer, anAddress, anEmail, type Client } from './house.ts';

type Shown = Answer['body'];

const inIndianapolis = { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' };

/** An email address, a home in Indianapolis or elsewhere, and the consent to electronic notices. */
export async function canBeWrittenTo(api: Client, personId: string, elsewhere: object = {}): Promise<void> {
  const self = { affiliation: 'self' };
  await api.made(`/people/${personId}/contacts`, anEmail(self));
  await api.made(`/people/${personId}/contacts`, anAddress({ address: { ...inIndianapolis, ...elsewhere }, ...self }));
  await api.made(`/people/${personId}/consents`, {
    consentType: 'esign',
    demonstratedAt: '2020-01-01T00:00:00Z',
    channel: 'email',
    text: 'You may write to me.',
  });
}

/** The messages of a subject, oldest first. */
export async function writtenTo(api: Client, personId: string, subject: string): Promise<Shown[]> {
  const { body } = await api.get(`/people/${personId}/interactions?limit=100`);
  return body.data.filter((one: Shown) => one.subject === subject && one.direction === 'outbound').toReversed();
}

/** It would be waited for in vain. */
async function mustNotBeGivenUp(api: Client, personId: string, subject: string): Promise<void> {
  const { body } = await api.get(`/people/${personId}/events?events=notice.not.sent`);
  const reasons = body.data.flatMap((one: Shown) => (one.subject === subject ? [one.reason] : []));
  assert.deepEqual(reasons, [], `${subject} was not sent`);
}

/** Waits until so many went out, and gives them with their texts. */
export async function mailOf(api: Client, personId: string, subject: string, count = 1): Promise<Shown[]> {
  let seen: Shown[] = [];
  const sent = await eventually(
    `${count} times ${subject} was sent`,
    async () => {
      seen = await writtenTo(api, personId, subject);
      await mustNotBeGivenUp(api, personId, subject);
      const gone = seen.filter(({ status }) => status === 'succeeded');
      return gone.length >= count && gone;
    },
    () => JSON.stringify(seen),
  );
  return Promise.all(sent.map(async ({ id }) => (await api.get(`/interactions/${id}`)).body.data));
}
