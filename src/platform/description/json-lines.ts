// JSON lines in the description: the content is text, and each line of it fits the schema of a line.
type Json = Record<string, unknown>;

export const jsonLines = (line: Json, example: unknown): Json => ({
  description: 'One JSON object on each line.',
  content: {
    'application/x-ndjson': {
      schema: { type: 'string', contentMediaType: 'application/x-ndjson', contentSchema: line },
      example,
    },
  },
});
