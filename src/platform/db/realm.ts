// Company and mode together. The API key decides it; no query starts without it.

export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

export interface Realm {
  readonly mode: Mode;
  readonly companyId: string;
}
