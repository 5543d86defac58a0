// What a company may do to a rule.

/** `tighten` must be stricter; `loosen` says openly that it may be milder; `restore` takes back what was changed. */
export const actions = ['mute', 'unmute', 'tighten', 'loosen', 'restore'] as const;
export type Action = (typeof actions)[number];

/** What a company changed of a rule, for all loans or for those of one type; null: nothing. */
export interface RuleChange {
  readonly ruleId: string;
  readonly loanTypeId: string | null;
  readonly isMuted: boolean | null;
  readonly severity: 'block' | 'warn' | 'info' | null;
  /** Parameters that take the place of the rule's own; null for one that is taken out. */
  readonly params: Readonly<Record<string, unknown>> | null;
}

export const nothingChanged = { isMuted: null, severity: null, params: null } as const;
