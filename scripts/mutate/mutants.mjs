// The mutants of a file. Each has one small change in what decides money: comparisons, constants, orders, calls.

import { stripTypeScriptTypes } from 'node:module';
import { endsOperand, partnersOf, tokensOf } from './tokens.mjs';

const operators = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '*': '/',
  '/': '*',
  '%': '/',
  '+': '-',
  '-': '+',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '++': '--',
  '--': '++',
};
const names = { true: 'false', false: 'true', notDue: 'due', due: 'overdue', overdue: 'due' };
const methods = { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor', round: 'floor', some: 'every', every: 'some' };
const constants = { 365: '360', 366: '365', 360: '365', 1461: '1460', 31: '30', 30: '31', 29: '28' };
const words = {
  cut: 'halfEven',
  halfEven: 'cut',
  halfUp: 'cut',
  up: 'down',
  down: 'up',
  nearest: 'down',
  nextDue: 'lastDue',
  payment: 'credit',
  credit: 'payment',
  refund: 'payment',
  customerCredit: 'credit',
};
const keywords =
  /^(const|let|var|return|throw|if|else|for|while|do|switch|case|default|function|class|import|export|break|try)$/;

/** Every mutant once: `{ path, line, column, text (of the line), scope (the function), mutation, source }`. */
export function mutantsOf(path, original) {
  const source = stripTypeScriptTypes(original, { mode: 'strip' });
  const tokens = tokensOf(source);
  const context = { source, tokens, partners: partnersOf(tokens) };
  const edits = tokens.flatMap((token, i) => rules.flatMap((rule) => rule(token, i, context)));
  const lines = original.split('\n');
  const scopes = scopesOf(lines);
  const seen = new Map();
  return edits.flatMap(({ start, end, by, what }) => {
    const mutated = source.slice(0, start) + by + source.slice(end);
    if (!isProgram(mutated)) return [];
    const before = original.slice(0, start).split('\n');
    const line = before.length;
    const name = what ?? `${shown(source.slice(start, end))} -> ${shown(by)}`;
    const count = (seen.get(`${line} ${name}`) ?? 0) + 1;
    seen.set(`${line} ${name}`, count);
    const mutation = count === 1 ? name : `${name} (${count})`;
    const [text, scope] = [lines[line - 1].trim(), scopes[line - 1]];
    return [{ path, line, column: before.at(-1).length + 1, text, scope, mutation, source: mutated }];
  });
}

/** The function or constant that each line of the file belongs to. */
function scopesOf(lines) {
  let scope = '';
  return lines.map((line) => {
    scope = /^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/.exec(line)?.[1] ?? scope;
    return scope;
  });
}

const shown = (code) => code.replaceAll(/\s+/g, ' ').trim();

function isProgram(source) {
  try {
    stripTypeScriptTypes(source, { mode: 'strip' });
    return true;
  } catch {
    return false;
  }
}

const replace = ({ start, end }, by) => [{ start, end, by }];
const is = (token, text) => token?.type === 'punctuator' && token.text === text;

function operator(token, i, { tokens }) {
  if (token.type !== 'punctuator') return [];
  const before = tokens[i - 1];
  if (token.text === '!') return [{ ...token, by: ' ', what: 'drop !' }];
  const by = operators[token.text];
  if (by === undefined) return [];
  const isText = [before, tokens[i + 1]].some((near) => near?.type === 'string' || near?.type === 'template');
  if (isText && /^[+-]=?$/.test(token.text)) return [];
  if (token.text === '-' && !endsOperand(before)) return [{ ...token, by: ' ', what: 'drop -' }];
  return replace(token, by);
}

function constant(token) {
  if (token.type !== 'number') return [];
  const isBig = token.text.endsWith('n');
  const plain = token.text.replaceAll('_', '').replace(/n$/, '');
  const by = constants[plain] ?? (isBig ? String(BigInt(plain) + 1n) : String(Number(plain) + 1));
  return replace(token, isBig ? `${by}n` : by);
}

function word(token, i, { tokens }) {
  if (token.type === 'string') {
    const by = words[token.text.slice(1, -1)];
    const isCaseOrKey = tokens[i - 1]?.text === 'case' || is(tokens[i + 1], ':');
    if (by !== undefined && !isCaseOrKey) return replace(token, `'${by}'`);
    return isAccount(i, tokens) ? replace(token, `'other'`) : [];
  }
  if (token.type !== 'name') return [];
  const isMember = is(tokens[i - 1], '.') || is(tokens[i - 1], '?.');
  if (isMember && methods[token.text] && is(tokens[i + 1], '(')) return replace(token, methods[token.text]);
  const by = names[token.text];
  if (by === undefined || is(tokens[i + 1], ':')) return [];
  return isMember === /due/i.test(token.text) ? replace(token, by) : [];
}

/** True for the account in `post(loan, 'clearing'`: money that goes to another account must fail a test. */
function isAccount(i, tokens) {
  const near = tokens.slice(Math.max(0, i - 8), i).map(({ text }) => text);
  return (near.includes('post') || near.includes('transfer')) && !near.includes(';') && is(tokens[i - 1], ',');
}

/** Leaves out a call, an assignment, a `continue` or an early `return`. */
function statement(token, i, { source, tokens, partners }) {
  if (token.type !== 'name' || !beginsStatement(i, tokens, partners)) return [];
  const isEarly = token.text === 'return' && (is(tokens[i - 1], ')') || is(tokens[i + 1], ';'));
  if (keywords.test(token.text) && !isEarly) return [];
  let end = i;
  while (end < tokens.length && !is(tokens[end], ';')) {
    if ([',', ':', '=>'].some((mark) => is(tokens[end], mark)) || is(tokens[end], '}')) return [];
    end = (partners.get(end) ?? end) < end ? end : (partners.get(end) ?? end);
    end++;
  }
  const inner = tokens.slice(i, end);
  const isCall = is(tokens[end - 1], ')');
  const isDropped = isEarly || token.text === 'continue' || isCall || inner.some((t) => is(t, '='));
  if (!isDropped || tokens[end] === undefined) return [];
  const text = shown(source.slice(token.start, tokens[end].start));
  return [{ start: token.start, end: tokens[end].start, by: '', what: `drop ${text}` }];
}

function beginsStatement(i, tokens, partners) {
  const before = tokens[i - 1];
  if ([';', '{', '}'].some((mark) => is(before, mark)) || before?.text === 'else') return true;
  if (!is(before, ')')) return false;
  return /^(if|for|while)$/.test(tokens[partners.get(i - 1) - 1]?.text ?? '');
}

/** Changes a condition that has no operator, which no other rule changes. */
function condition(token, i, { source, tokens, partners }) {
  if ((token.text === 'if' || token.text === 'while') && is(tokens[i + 1], '(')) {
    const close = partners.get(i + 1);
    const inner = tokens.slice(i + 2, close);
    if (inner.some(({ text }) => text === '!' || /^([<>]=?|[!=]==|&&|\|\|)$/.test(text))) return [];
    const start = tokens[i + 1].end;
    const end = tokens[close].start;
    return [{ start, end, by: `!(${source.slice(start, end)})`, what: 'negate the condition' }];
  }
  const isAlone = ['(', ',', '=', ':', '?', '=>', '...'].some((mark) => is(tokens[i - 1], mark));
  const isAsked = token.type === 'name' && is(tokens[i + 1], '?') && (isAlone || tokens[i - 1]?.text === 'return');
  return isAsked ? [{ ...token, by: `!${token.text}`, what: `negate ${token.text} ?` }] : [];
}

function predicate(token, i, { source, tokens, partners }) {
  if (!/^(filter|find|findIndex)$/.test(token.text) || !is(tokens[i - 1], '.') || !is(tokens[i + 1], '(')) return [];
  const start = tokens[i + 1].end;
  const end = tokens[partners.get(i + 1)].start;
  const by = `((test) => (...x) => !test(...x))(${source.slice(start, end)})`;
  return [{ start, end, by, what: `negate the ${token.text}` }];
}

/** Swaps neighbours in a list: orders of waterfalls, ranks, spread lists. */
function order(token, i, { source, tokens, partners }) {
  if (!is(token, '[') || endsOperand(tokens[i - 1]) !== false) return [];
  const close = partners.get(i);
  const starts = [i + 1];
  for (let at = i + 1; at < close; at++) {
    if (is(tokens[at], ',')) starts.push(at + 1);
    const partner = partners.get(at);
    if (partner > at) at = partner;
  }
  const elements = starts.filter((at) => at < close).map((at, n, all) => [at, (all[n + 1] ?? close + 1) - 2]);
  return elements.slice(1).flatMap(([from, to], n) => {
    const [before, beforeEnd] = elements[n];
    const texts = [
      source.slice(tokens[before].start, tokens[beforeEnd].end),
      source.slice(tokens[from].start, tokens[to].end),
    ];
    const by = `${texts[1]}, ${texts[0]}`;
    return [
      { start: tokens[before].start, end: tokens[to].end, by, what: `swap ${shown(texts[0])} and ${shown(texts[1])}` },
    ];
  });
}

const rules = [operator, constant, word, statement, condition, predicate, order];
