// What an answer or a row says apart from what is drawn or computed in it.

const drawn = ['hash', 'requestId'];
/** Ids of ours, instants, bytes and hashes in hexadecimal, and positions: by chance one of them spells what is looked for. */
const byChance = [
  /\b[A-Z]{2,3}-[0-9A-Z]{4}-[0-9A-Z]{4}\b/g,
  /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:\d\d)?/g,
  /\\\\x[0-9a-f]*|\b[0-9a-f-]{32,}\b/g,
  /(?<=[:,[])\d{13,}(?=[,}\]])/g,
];

/** Gives it as text. */
export const saidBesideIds = (answer: unknown): string =>
  byChance.reduce(
    (text, pattern) => text.replace(pattern, ''),
    typeof answer === 'string'
      ? answer
      : JSON.stringify(answer, (name, value) => (drawn.includes(name) ? undefined : value)),
  );
