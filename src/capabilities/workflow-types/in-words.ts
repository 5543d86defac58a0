// Steps, items and branches in words, for whoever hears the picture or reads it.
import type { Branch, ItemDefinition, StepDefinition } from './definition.ts';
import type { Assignee, Time, WhenLate } from './item-schemas.ts';
import { end } from './words.ts';

interface InWords {
  readonly words: string;
}
interface States {
  readonly steps: Readonly<Record<string, InWords>>;
  readonly items: Readonly<Record<string, InWords>>;
}

export function stepInWords(
  step: StepDefinition,
  i: number,
  steps: readonly StepDefinition[],
  states: States | undefined,
): string {
  const state = states?.steps[step.id];
  const rule = { all: 'all required items are over', any: 'one item is done', condition: step.exitRule.condition };
  return [
    `Step ${i + 1} of ${steps.length}: ${step.name}${state === undefined ? '' : ` (${state.words})`}.`,
    ...(step.entryCondition === null ? [] : [`It is passed over unless ${step.entryCondition}.`]),
    ...step.items.map((item) => {
      const ofItem = states?.items[item.id];
      return `${itemInWords(item)}${ofItem === undefined ? '' : ` (${ofItem.words})`}.`;
    }),
    `It is left when ${rule[step.exitRule.when]}.`,
    ...step.next.map((branch) => `${branchInWords(branch, steps)}.`),
    ...(step.maxVisits === 1 ? [] : [`It is entered at most ${step.maxVisits} times.`]),
  ].join(' ');
}

export function branchInWords({ condition, goTo }: Branch, steps: readonly StepDefinition[]): string {
  const place = steps.findIndex(({ id }) => id === goTo);
  const to = goTo === end || place === -1 ? 'the end' : `step ${place + 1}, ${steps[place]?.name}`;
  return condition === null ? `Then to ${to}` : `If ${condition}: to ${to}`;
}

const kinds: Readonly<Record<ItemDefinition['kind'], string>> = {
  checklist: 'checklist',
  form: 'form',
  document: 'document',
  call: 'call',
  approval: 'approval',
  automatic: 'by itself',
  wait: 'wait',
};

export const itemInWords = (item: ItemDefinition): string => {
  const by = item.kind === 'automatic' || item.kind === 'wait' ? '' : `, ${assigneeInWords(item.assignee)}`;
  const optional = item.isRequired ? '' : ', not required';
  return `${item.name} (${kinds[item.kind]}${by}${dueInWords(item.due, item.whenLate)}${optional})`;
};

const assigneeInWords = ({ to }: Assignee): string => (to === 'caseOwner' ? 'owner of the case' : `a ${to}`);

function dueInWords(due: Time | null, whenLate: WhenLate | null): string {
  if (due === null) return '';
  const units = { businessDays: 'business days', calendarDays: 'days', hours: 'hours' };
  const late = { remind: 'a reminder', reassign: 'somebody else', escalate: 'an escalation', goOn: 'it goes on' };
  return `, within ${due.count} ${units[due.unit]}${whenLate === null ? '' : `, then ${late[whenLate.do]}`}`;
}
