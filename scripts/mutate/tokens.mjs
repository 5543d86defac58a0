// Splits JavaScript into tokens, well enough to change one of them: comments are skipped, and the text of a template is
// one token.

const punctuators = [
  ...['>>>=', '...', '===', '!==', '**=', '<<=', '>>=', '>>>', '&&=', '||=', '??='],
  ...['=>', '==', '!=', '<=', '>=', '&&', '||', '??', '?.', '++', '--', '+=', '-=', '*=', '/=', '%=', '&=', '|='],
  ...['^=', '<<', '>>', '**'],
];
const name = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy;
const number = /0[xX][\da-fA-F_]+n?|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?n?/y;
const string = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const regex = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const skipped = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;

/** After other tokens a slash begins a regular expression, and a minus belongs to the number that follows. */
export function endsOperand(token) {
  if (token === undefined) return false;
  if (token.type === 'name') return !/^(return|typeof|case|in|of|await|yield|throw|else|void|new)$/.test(token.text);
  return token.type !== 'punctuator' || [')', ']', '}', '++', '--'].includes(token.text);
}

export function tokensOf(source) {
  const tokens = [];
  scan(source, 0, tokens, false);
  return tokens;
}

/** Scans to the end, or to the brace that closes a piece of a template; returns where it stopped. */
function scan(source, start, tokens, isInTemplate) {
  let at = start;
  let depth = 0;
  const match = (pattern) => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const push = (type, text) => {
    tokens.push({ type, text, start: at, end: at + text.length });
    at += text.length;
  };
  while (at < source.length) {
    const blank = match(skipped);
    if (blank !== undefined) at += blank.length;
    else if (isInTemplate && depth === 0 && source[at] === '}') return at;
    else if (source[at] === '`') at = scanTemplate(source, at, tokens);
    else if (match(name)) push('name', match(name));
    else if (match(number)) push('number', match(number));
    else if (match(string)) push('string', match(string));
    else if (source[at] === '/' && !endsOperand(tokens.at(-1)) && match(regex)) push('regex', match(regex));
    else {
      const text = punctuators.find((p) => source.startsWith(p, at)) ?? source[at];
      if (text === '{') depth++;
      if (text === '}') depth--;
      push('punctuator', text);
    }
  }
  return at;
}

function scanTemplate(source, start, tokens) {
  tokens.push({ type: 'template', text: '`', start, end: start + 1 });
  let at = start + 1;
  while (source[at] !== '`') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('${', at)) {
      tokens.push({ type: 'punctuator', text: '(', start: at, end: at + 2 });
      at = scan(source, at + 2, tokens, true);
      tokens.push({ type: 'punctuator', text: ')', start: at, end: at + 1 });
      at += 1;
    } else at += 1;
  }
  tokens.push({ type: 'template', text: '`', start: at, end: at + 1 });
  return at + 1;
}

const opening = { '(': ')', '[': ']', '{': '}' };

/** For each bracket the index of its partner. */
export function partnersOf(tokens) {
  const partners = new Map();
  const open = [];
  tokens.forEach(({ type, text }, i) => {
    if (type !== 'punctuator') return;
    if (text in opening) open.push(i);
    else if (text === ')' || text === ']' || text === '}') {
      const other = open.pop();
      partners.set(i, other);
      partners.set(other, i);
    }
  });
  return partners;
}
