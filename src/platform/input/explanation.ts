// Explains why a value was refused. The compiled check only says yes or no; this walk, done only after a refusal, finds
// the places and says what would be right there. TypeBox's own list of errors is not used: it visits all of a long list
// (a third of a second for a megabyte of wrong items) and describes branches of unions instead of "or null".

import { Check } from 'typebox/schema';
import { contrast, leafContrast } from './expectation.ts';
import { isMap } from './metadata.ts';
import type { PathPart } from './path.ts';
import type { Run } from './run.ts';
import type { SchemaNode } from './schema-node.ts';

export function explain(node: SchemaNode, value: unknown, run: Run): void {
  explainAs(node, value, run, node.expected);
  // This would be a defect of ours; the caller's request is refused all the same.
  if (!run.hasProblems) run.report('does not fit its description in the documentation', node.expected);
}

/** `expected` has the words of the outer node when a nullable one is explained. */
function explainAs(node: SchemaNode, value: unknown, run: Run, expected: string): void {
  if (run.isFull) return;
  switch (node.kind) {
    case 'nullable':
      if (value !== null) explainAs(node.inner, value, run, expected);
      return;
    case 'leaf':
      if (!Check(node.check, value))
        run.report(`must be ${expected}${leafContrast(node.leaf, value, run.source)}`, expected);
      return;
    case 'list':
      explainList(node, value, run, expected);
      return;
    case 'object':
    case 'record':
      if (!isMap(value)) run.report(`must be ${expected}${contrast(value, ['object'])}`, expected);
      else if (node.kind === 'object') explainFields(node, value, run);
      else explainValues(node, value, run);
      return;
    default: // Special values and metadata are judged where they are read; an open schema accepts everything.
  }
}

function explainList(node: SchemaNode & { readonly kind: 'list' }, value: unknown, run: Run, expected: string): void {
  if (!Array.isArray(value) || !Check(node.size, value)) {
    run.report(`must be ${expected}${contrast(value, ['array'])}`, expected);
    return;
  }
  for (let index = 0; index < value.length; index++) explainAt(index, node.items, value[index], run);
}

function explainFields(node: SchemaNode & { readonly kind: 'object' }, value: Record<string, unknown>, run: Run): void {
  for (const [name, field] of node.fields) {
    if (Object.hasOwn(value, name)) explainAt(name, field, value[name], run);
    else if (node.required.includes(name)) run.reportIn(name, 'is required', field.expected);
  }
}

function explainValues(node: SchemaNode & { readonly kind: 'record' }, value: Record<string, unknown>, run: Run): void {
  for (const name of Object.keys(value)) explainAt(name, node.values, value[name], run);
}

function explainAt(part: PathPart, node: SchemaNode, value: unknown, run: Run): void {
  run.path.push(part);
  explainAs(node, value, run, node.expected);
  run.path.pop();
}
