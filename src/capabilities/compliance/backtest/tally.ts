// Counts what rules said of contacts: by rule, state, agent and subject, with a few examples of each rule. Its size follows
// the number of rules, agents and subjects, not that of contacts.
import type { Verdict } from '@tenor/guard/contract.ts';
import type { CountedInteraction } from '#capabilities/interactions/index.ts';

interface Counted {
  contacts: number;
  blocked: number;
}

interface OfRule {
  blocked: number;
  warned: number;
  readonly examples: Example[];
}

interface Example {
  readonly interactionId: string;
  readonly personId: string;
  readonly at: string | null;
  readonly reason: string;
}

/** What a company has more of is counted together. */
const namesMax = 1_000;
const others = 'others';

export class Tally {
  readonly #examplesMax: number;
  readonly #all: Counted = { contacts: 0, blocked: 0 };
  readonly #rules = new Map<string, OfRule>();
  readonly #states = new Map<string, Counted>();
  readonly #agents = new Map<string, Counted>();
  readonly #subjects = new Map<string, Counted>();

  constructor(examplesMax: number) {
    this.#examplesMax = examplesMax;
  }

  add(row: CountedInteraction, verdict: Verdict): void {
    const count = (counted: Counted): void => {
      counted.contacts += 1;
      if (!verdict.result) counted.blocked += 1;
    };
    count(this.#all);
    count(named(this.#agents, row.created_by_id ?? 'none'));
    count(named(this.#subjects, row.subject ?? row.theme));
    for (const { code } of verdict.jurisdictions) if (code !== 'federal') count(named(this.#states, code));
    for (const { ruleId, outcome, reason } of verdict.rules) {
      if (outcome !== 'informs') this.#addRule(ruleId, outcome, { row, reason });
    }
  }

  #addRule(
    ruleId: string,
    outcome: 'blocks' | 'warns',
    { row, reason }: { readonly row: CountedInteraction; readonly reason: string },
  ): void {
    const rule = this.#rules.get(ruleId) ?? { blocked: 0, warned: 0, examples: [] };
    this.#rules.set(ruleId, rule);
    if (outcome === 'blocks') rule.blocked += 1;
    else rule.warned += 1;
    if (rule.examples.length >= this.#examplesMax) return;
    rule.examples.push({ interactionId: row.id, personId: row.person_id, at: row.started_at, reason });
  }

  result() {
    return {
      ...this.#all,
      byRule: [...this.#rules]
        .map(([ruleId, rule]) => ({ ruleId, ...rule }))
        .sort((one, other) => other.blocked - one.blocked || (one.ruleId < other.ruleId ? -1 : 1)),
      byState: listed(this.#states, 'state'),
      byAgent: listed(this.#agents, 'agentId'),
      bySubject: listed(this.#subjects, 'subject'),
    };
  }
}

function named(counts: Map<string, Counted>, name: string): Counted {
  const known = counts.has(name) || counts.size < namesMax ? name : others;
  const counted = counts.get(known) ?? { contacts: 0, blocked: 0 };
  counts.set(known, counted);
  return counted;
}

const listed = (counts: ReadonlyMap<string, Counted>, field: string) =>
  [...counts]
    .map(([name, counted]) => ({ [field]: name, ...counted }))
    .sort((one, other) => other.blocked - one.blocked || other.contacts - one.contacts);
