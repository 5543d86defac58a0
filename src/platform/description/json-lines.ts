// JSON lines in the description: the content is text, and each line of it is of one form. Readers are shown the form.
type Json = Record<string, unknown>;

export const jsonLines = (line: Json, example: unknown): Json => ({
  description: 'One JSON object on each line.',
  content: { 'application/x-ndjson': { schema: { anyOf: [line, allLines] }, example } },
});

const allLines = {
  type: 'string',
  contentMediaType: 'application/x-ndjson',
  description: 'All lines together, each of them as the other form says.',
};
