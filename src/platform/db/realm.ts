// Company and mode together. The API key decides the realm; no query is built without one.

export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

export interface Realm {
  readonly mode: Mode;
  readonly companyId: string;
}
