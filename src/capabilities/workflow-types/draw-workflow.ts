// Draws a workflow as SVG: of a type, and of one that runs, from the same data. A program that reads pages aloud finds a
// list of steps, each in words; what is only seen is hidden from it. Colours repeat what words say.
import type { Branch, ItemDefinition, StepDefinition, WorkflowDefinition } from './definition.ts';
import { branchInWords, itemInWords, stepInWords } from './in-words.ts';
import { end } from './words.ts';

export type DrawnStatus = 'open' | 'done' | 'passedOver' | 'late' | 'failed';

/** What is said of a step or an item that runs, beside its name. */
export interface DrawnState {
  readonly status: DrawnStatus;
  readonly words: string;
}

/** By the ids of steps and items; what has not begun has none. */
export interface DrawnStates {
  readonly steps: Readonly<Record<string, DrawnState>>;
  readonly items: Readonly<Record<string, DrawnState>>;
}

type Drawn = Pick<WorkflowDefinition, 'name' | 'description' | 'steps'>;

const colours: Readonly<Record<DrawnStatus | 'none', readonly [line: string, fill: string]>> = {
  none: ['#5b6472', '#ffffff'],
  open: ['#1f5fbf', '#e8f0fd'],
  done: ['#22713a', '#e7f5ea'],
  passedOver: ['#767676', '#f1f1f1'],
  late: ['#8a5a00', '#fdf3dd'],
  failed: ['#b3261e', '#fdebea'],
};

const box = { left: 230, width: 440, title: 30, line: 20, gap: 44, pad: 10 };
const lane = { first: 26, step: 16, most: 6 };
const page = { width: 1_000, top: 74 };
const right = box.left + box.width;
const middle = box.left + box.width / 2;

interface Placed {
  readonly step: StepDefinition;
  readonly top: number;
  readonly height: number;
}

export function drawWorkflow({ name, description, steps }: Drawn, states?: DrawnStates): string {
  const placed = placedSteps(steps);
  const last = placed.at(-1);
  const bottom = last === undefined ? page.top + box.gap : last.top + last.height + box.gap;
  const described = `${description === '' ? '' : `${sentence(description)} `}It has ${steps.length} steps.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${page.width} ${bottom + 40}" role="list" aria-label="${text(name)}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${text(name)}</title><desc>${text(described)}</desc>`,
    '<defs><marker id="to" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="#5b6472"/></marker></defs>',
    `<g aria-hidden="true">${label(middle, 28, name, 60, 'text-anchor="middle" font-size="17" font-weight="600"')}`,
    `${dot(page.top - box.gap + 14)}${arrow(page.top - box.gap + 20, page.top)}</g>`,
    ...placed.map((one, i) => drawStep(one, i, steps, states)),
    `<g aria-hidden="true">${placed.flatMap((one, i) => drawWays(one, i, placed, bottom)).join('')}${dot(bottom + 6)}`,
    `<circle cx="${middle}" cy="${bottom + 6}" r="9" fill="none" stroke="#5b6472"/></g></svg>`,
  ].join('\n');
}

function placedSteps(steps: readonly StepDefinition[]): readonly Placed[] {
  let top = page.top;
  return steps.map((step) => {
    const height = box.title + (notesOf(step).length + step.items.length) * box.line + box.pad;
    const placed = { step, top, height };
    top += height + box.gap;
    return placed;
  });
}

/** What stands below the name of a step. */
const notesOf = ({ entryCondition, exitRule, maxVisits }: StepDefinition): string[] => [
  ...(entryCondition === null ? [] : [`only if ${entryCondition}`]),
  ...(exitRule.when === 'all'
    ? []
    : [exitRule.when === 'any' ? 'until one item is done' : `until ${exitRule.condition}`]),
  ...(maxVisits === 1 ? [] : [`at most ${maxVisits} times`]),
];

function drawStep(
  { step, top, height }: Placed,
  i: number,
  steps: readonly StepDefinition[],
  states: DrawnStates | undefined,
): string {
  const state = states?.steps[step.id];
  const [line, fill] = colours[state?.status ?? 'none'];
  const rows = [
    ...notesOf(step).map((note, row) =>
      label(box.left + 14, lineAt(top, row), note, 62, 'fill="#5b6472" font-style="italic"'),
    ),
    ...step.items.map((item, row) => drawItem(item, lineAt(top, row + notesOf(step).length), states?.items[item.id])),
  ];
  return [
    `<g role="listitem" aria-label="${text(stepInWords(step, i, steps, states))}"><g aria-hidden="true">`,
    `<rect x="${box.left}" y="${top}" width="${box.width}" height="${height}" rx="8" fill="${fill}" stroke="${line}" stroke-width="${state === undefined ? 1 : 2}"/>`,
    label(box.left + 14, top + 20, `${i + 1}. ${step.name}`, state === undefined ? 56 : 34, 'font-weight="600"'),
    state === undefined ? '' : label(right - 12, top + 20, state.words, 24, `text-anchor="end" fill="${line}"`),
    ...rows,
    '</g></g>',
  ].join('');
}

const lineAt = (top: number, row: number): number => top + box.title + 14 + row * box.line;

function drawItem(item: ItemDefinition, y: number, state: DrawnState | undefined): string {
  const [line, fill] = colours[state?.status ?? 'none'];
  const words = state === undefined ? itemInWords(item) : `${item.name}: ${state.words}`;
  return `<circle cx="${box.left + 22}" cy="${y - 4}" r="5" fill="${fill}" stroke="${line}"${item.isRequired ? '' : ' stroke-dasharray="2 2"'}/>${label(box.left + 36, y, words, 52)}`;
}

/** Branches go beside the steps: onward on the right, back on the left. In order it goes straight down. */
function drawWays({ step, top, height }: Placed, i: number, placed: readonly Placed[], bottom: number): string[] {
  const foot = top + height;
  const next = placed[i + 1];
  const goesOn = step.entryCondition !== null || step.next.every(({ condition }) => condition !== null);
  return [
    ...(goesOn ? [arrow(foot, next === undefined ? bottom - 4 : next.top)] : []),
    ...step.next.map((branch, j) => drawBranch(branch, { i, j, from: top + 16 + j * 18 }, placed, bottom)),
  ];
}

interface From {
  readonly i: number;
  readonly j: number;
  readonly from: number;
}

function drawBranch(branch: Branch, { i, j, from }: From, placed: readonly Placed[], bottom: number): string {
  const place = placed.findIndex(({ step }) => step.id === branch.goTo);
  const isBack = place !== -1 && place <= i;
  const to = branch.goTo === end || place === -1 ? bottom + 6 : (placed[place] as Placed).top + 10;
  const away = lane.first + ((i + j) % lane.most) * lane.step;
  const x = isBack ? box.left - away : right + away;
  const [start, stop] = isBack ? [box.left, box.left] : [right, branch.goTo === end ? middle + 12 : right];
  const path = `<path d="M${start} ${from}H${x}V${to}H${stop}" fill="none" stroke="#5b6472" marker-end="url(#to)"><title>${text(
    branchInWords(
      branch,
      placed.map(({ step }) => step),
    ),
  )}</title></path>`;
  const words = branch.condition === null ? 'always' : `if ${branch.condition}`;
  const anchor = isBack ? 'text-anchor="end"' : '';
  return (
    path + label(isBack ? x - 6 : x + 6, from - 4, words, isBack ? 20 : 34, `font-size="11" fill="#5b6472" ${anchor}`)
  );
}

const arrow = (from: number, to: number): string =>
  `<path d="M${middle} ${from}V${to}" stroke="#5b6472" marker-end="url(#to)"/>`;

const dot = (y: number): string => `<circle cx="${middle}" cy="${y}" r="5" fill="#5b6472"/>`;

/** What does not fit is cut; the whole is shown where the pointer rests. */
function label(x: number, y: number, words: string, most: number, more = ''): string {
  const letters = [...words];
  const isCut = letters.length > most;
  const shown = isCut ? `${letters.slice(0, most - 1).join('')}…` : words;
  return `<text x="${x}" y="${y}"${more === '' ? '' : ` ${more.trim()}`}>${text(shown)}${isCut ? `<title>${text(words)}</title>` : ''}</text>`;
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML has no place for control characters and halves of a pair. */
const text = (words: string): string =>
  words
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replace(/[&<>"]/g, (sign) => escapes[sign] as string);
