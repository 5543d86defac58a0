// A naive interpreter of workflows, beside which the machine is tested. It is not copied from the machine.
import type { begin, Holds } from '#capabilities/workflows/machine/settle.ts';

export type Procedure = Parameters<typeof begin>[0];
type ProcedureStep = Procedure['steps'][number];

const theEnd = 'end';

/** It keeps nothing but its trace, and finds in it where the run is, what has ended and how often it was somewhere. */
export class NaiveWorkflow {
  readonly #trace: string[] = [];
  readonly #procedure: Procedure;

  constructor(procedure: Procedure) {
    this.#procedure = procedure;
  }

  ends(place: number, how: string): void {
    this.#trace.push(`ended ${place} ${how}`);
  }

  goesOn(holds: Holds): string[] {
    const from = this.#trace.length;
    if (from === 0) this.#come(0, holds);
    else this.#maybeLeave(holds);
    return this.#trace.slice(from);
  }

  #come(place: number, holds: Holds): void {
    const here = this.#procedure.steps[place];
    if (here === undefined) {
      this.#trace.push('end');
    } else if (!this.#hasVisits(here)) {
      this.#trace.push(`passOver ${here.id}`);
      this.#come(place + 1, holds);
    } else if (here.entryCondition !== null && !holds(here.entryCondition)) {
      this.#trace.push(`skip ${here.id}`);
      this.#come(place + 1, holds);
    } else {
      this.#trace.push(`enter ${here.id}`);
      this.#maybeLeave(holds);
    }
  }

  #hasVisits({ id, maxVisits }: ProcedureStep): boolean {
    return this.#trace.filter((one) => one === `enter ${id}` || one === `skip ${id}`).length < maxVisits;
  }

  #maybeLeave(holds: Holds): void {
    const entered = this.#trace.findLastIndex((one) => one.startsWith('enter '));
    const place = this.#procedure.steps.findIndex(({ id }) => `enter ${id}` === this.#trace[entered]);
    const here = this.#procedure.steps[place] as ProcedureStep;
    const since = this.#trace.slice(entered + 1);
    const isEnded = (i: number) => since.some((one) => one.startsWith(`ended ${i} `));
    const required = here.items.flatMap(({ isRequired }, i) => (isRequired ? [i] : []));
    const all = here.items.map((_, i) => i);
    const { when, condition } = here.exitRule;
    const why =
      when === 'condition' && holds(condition as string)
        ? 'conditionMet'
        : when === 'any' && since.some((one) => one.endsWith(' completed'))
          ? 'oneCompleted'
          : (when !== 'any' && required.length > 0 ? required : all).every(isEnded)
            ? 'itemsEnded'
            : '';
    if (why === '') return;
    this.#trace.push(`leave ${here.id} ${why}`);
    for (const { condition: asked, goTo } of here.next) {
      if (asked !== null && !holds(asked)) continue;
      if (goTo === theEnd) {
        this.#trace.push('end');
        return;
      }
      const target = this.#procedure.steps.findIndex(({ id }) => id === goTo);
      if (this.#hasVisits(this.#procedure.steps[target] as ProcedureStep)) {
        this.#come(target, holds);
        return;
      }
      this.#trace.push(`passOver ${goTo}`);
    }
    this.#come(place + 1, holds);
  }
}
