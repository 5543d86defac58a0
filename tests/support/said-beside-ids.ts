// What an answer says apart from what is drawn or computed in it.
import { isOurId } from '#platform/ids.ts';

const drawn = ['hash', 'requestId', 'createdAt', 'updatedAt', 'effectiveAt'];

/** As text, without ids of ours, hashes and times: one of them may spell what is looked for by chance. */
export const saidBesideIds = (answer: unknown): string =>
  JSON.stringify(answer, (name, value) => (drawn.includes(name) || isOurId(String(value)) ? undefined : value));
