// A check for `tenor doctor` whether a channel rests, because whoever carries its messages refuses everything.
import { type Check, type InspectedDatabase, orFine, rowsOf, wrong } from '#platform/doctor/check.ts';
import { stillRests } from './keep-rest.ts';

const minuteMicros = 60_000_000;

export const restsCheck: Check<InspectedDatabase> = {
  name: 'resting channels',
  async look(inspected) {
    const rows = await rowsOf<{ channel: string; why: string; since: string }>(
      inspected,
      `select channel, why, rests_since as since from live.resting_channels where ${stillRests} order by channel`,
      [inspected.clock.micros()],
    );
    const findings = rows.map(({ channel, why, since }) => {
      const minutes = Math.max(0, Math.floor((inspected.clock.micros() - Number(since)) / minuteMicros));
      return wrong(
        `Nothing goes out by ${channel} for ${minutes} minutes: ${why}.`,
        'Look at SMTP_URL, MAIL_FROM and the mail server. What waits loses no try, and goes out by itself when the server takes a letter.',
      );
    });
    return orFine(findings, 'No channel rests.');
  },
};
