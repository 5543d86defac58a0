// As much of the language of Prometheus as our alerts and panels use, over what /metrics answers. Prometheus itself
// reads them too, where it is installed: operations/README.md.

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What was scraped at two moments, and how many seconds lie between them. */
interface Scraped {
  readonly before: readonly Sample[];
  readonly now: readonly Sample[];
  readonly seconds: number;
}

type Value = number | readonly Sample[];

const ofLabels = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The lines of /metrics. */
export const samplesOf = (text: string): Sample[] =>
  [...text.matchAll(/^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels, value]) => ({
    name: String(name),
    labels: Object.fromEntries([...(labels ?? '').matchAll(ofLabels)].map(([, label, is]) => [label, is])),
    value: Number(value),
  }));

/** What holds now: an alert fires when there is at least one. */
export function evaluate(expression: string, scraped: Scraped): readonly Sample[] {
  const value = new Reading(expression, scraped).whole();
  return typeof value === 'number' ? [{ name: '', labels: {}, value }] : value;
}

/** The names of the metrics that an expression reads. */
export function metricsIn(expression: string): string[] {
  const named: string[] = [];
  new Reading(expression, { before: [], now: [], seconds: 1 }, (name) => named.push(name)).whole();
  return named;
}

const tokens = /\s*(\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|[a-zA-Z_:][\w:]*|=~|!~|!=|==|>=|<=|[-+*/()<>{}[\],=])/y;

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

const comparison: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

const keyOf = ({ labels }: Sample): string => JSON.stringify(Object.entries(labels).sort());
const isSame = (one: Sample) => (other: Sample) => one.name === other.name && keyOf(one) === keyOf(other);

class Reading {
  readonly #words: string[];
  readonly #scraped: Scraped;
  readonly #onMetric: (name: string) => void;
  #at = 0;

  constructor(text: string, scraped: Scraped, onMetric: (name: string) => void = () => {}) {
    this.#words = wordsOf(text);
    this.#scraped = scraped;
    this.#onMetric = onMetric;
  }

  whole(): Value {
    const value = this.#or();
    if (this.#at < this.#words.length) throw new Error(`"${this.#words[this.#at]}" is not understood here.`);
    return value;
  }

  #or(): Value {
    let left = this.#compared();
    while (this.#take('or')) {
      const [one, other] = [vector(left), vector(this.#compared())];
      left = [...one, ...other.filter((sample) => !one.some((taken) => keyOf(taken) === keyOf(sample)))];
    }
    return left;
  }

  #compared(): Value {
    const left = this.#joined(['+', '-'], () => this.#joined(['*', '/'], () => this.#term()));
    const sign = this.#oneOf(Object.keys(comparison));
    if (sign === undefined) return left;
    const holds = comparison[sign] as (a: number, b: number) => boolean;
    const right = this.#joined(['+', '-'], () => this.#joined(['*', '/'], () => this.#term()));
    return pairs(vector(left), right).flatMap(([sample, value]) => (holds(sample.value, value) ? [sample] : []));
  }

  #joined(signs: readonly string[], next: () => Value): Value {
    let left = next();
    for (let sign = this.#oneOf(signs); sign !== undefined; sign = this.#oneOf(signs)) {
      const join = arithmetic[sign] as (a: number, b: number) => number;
      const right = next();
      if (typeof left === 'number' && typeof right === 'number') left = join(left, right);
      else if (typeof left === 'number') {
        const first = left;
        left = vector(right).map((sample) => ({ ...sample, name: '', value: join(first, sample.value) }));
      } else
        left = pairs(left, right).map(([sample, value]) => ({ ...sample, name: '', value: join(sample.value, value) }));
    }
    return left;
  }

  #term(): Value {
    const word = this.#next();
    if (/^\d/.test(word)) return Number(word);
    if (word === '(') return this.#until(')', this.#or());
    if (['sum', 'count', 'max'].includes(word)) return this.#aggregate(word);
    if (this.#take('(')) return this.#called(word);
    return this.#selected(word).map(({ now }) => now);
  }

  #called(name: string): Value {
    if (name === 'time') return this.#until(')', Date.now() / 1000);
    if (name === 'abs') {
      const values = vector(this.#or());
      return this.#until(
        ')',
        values.map((sample) => ({ ...sample, value: Math.abs(sample.value) })),
      );
    }
    if (name === 'rate' || name === 'increase') {
      const grown = this.#selected(this.#next()).flatMap(({ now, before }) =>
        before === undefined ? [] : [{ ...now, name: '', value: now.value - before.value }],
      );
      for (const word of ['[', /^\d+$/, /^[smhd]$/, ']']) this.#must(word);
      const seconds = name === 'rate' ? this.#scraped.seconds : 1;
      return this.#until(
        ')',
        grown.map((sample) => ({ ...sample, value: sample.value / seconds })),
      );
    }
    if (name === 'histogram_quantile') {
      const share = this.#or() as number;
      this.#must(',');
      return this.#until(')', quantiles(share, vector(this.#or())));
    }
    throw new Error(`The function ${name} is not known here.`);
  }

  #aggregate(how: string): Value {
    const by: string[] = [];
    if (this.#take('by')) {
      this.#must('(');
      while (!this.#take(')')) by.push(...[this.#next()].filter((word) => word !== ','));
    }
    this.#must('(');
    const groups = Map.groupBy(vector(this.#until(')', this.#or())), ({ labels }) =>
      JSON.stringify(by.map((label) => [label, labels[label] ?? ''])),
    );
    return [...groups].map(([group, samples]) => {
      const values = samples.map(({ value }) => value);
      const value = { sum: values.reduce((a, b) => a + b, 0), count: values.length, max: Math.max(...values) }[how];
      return { name: '', labels: Object.fromEntries(JSON.parse(group)), value: Number(value) };
    });
  }

  #selected(name: string): { now: Sample; before: Sample | undefined }[] {
    this.#onMetric(name);
    const wanted: ((sample: Sample) => boolean)[] = [(sample) => sample.name === name];
    if (this.#take('{')) {
      while (!this.#take('}')) {
        const label = this.#next();
        if (label !== ',') wanted.push(matcher(label, this.#next(), JSON.parse(this.#next())));
      }
    }
    return this.#scraped.now
      .filter((sample) => !Number.isNaN(sample.value) && wanted.every((fits) => fits(sample)))
      .map((now) => ({ now, before: this.#scraped.before.find(isSame(now)) }));
  }

  #next(): string {
    const word = this.#words[this.#at++];
    if (word === undefined) throw new Error('Something is missing at the end.');
    return word;
  }

  #take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at += 1;
    return true;
  }

  #oneOf(words: readonly string[]): string | undefined {
    return words.find((word) => this.#take(word));
  }

  #must(word: string | RegExp): void {
    const found = this.#next();
    if (typeof word === 'string' ? found !== word : !word.test(found)) throw new Error(`${word}, not ${found}.`);
  }

  #until<T>(end: string, value: T): T {
    this.#must(end);
    return value;
  }
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  tokens.lastIndex = 0;
  while (tokens.lastIndex < text.trimEnd().length) {
    const at = tokens.lastIndex;
    const word = tokens.exec(text)?.[1];
    if (word === undefined) throw new Error(`Nothing is understood from "${text.slice(at)}" on.`);
    words.push(word);
  }
  return words;
}

const vector = (value: Value): readonly Sample[] => {
  if (typeof value === 'number') throw new Error('A number stands where values of a metric should.');
  return value;
};

/** Each of the left with the number, or with the value of the same labels, at the right. */
function pairs(left: readonly Sample[], right: Value): (readonly [Sample, number])[] {
  if (typeof right === 'number') return left.map((sample) => [sample, right]);
  return left.flatMap((sample) => {
    const other = right.find((one) => keyOf(one) === keyOf(sample));
    return other === undefined ? [] : [[sample, other.value] as const];
  });
}

function matcher(label: string, sign: string, wanted: string): (sample: Sample) => boolean {
  const isOne = new RegExp(`^(?:${wanted})$`);
  return ({ labels }) => {
    const is = labels[label] ?? '';
    if (sign === '=') return is === wanted;
    if (sign === '!=') return is !== wanted;
    return isOne.test(is) === (sign === '=~');
  };
}

/** By the bound of the first bucket that holds the share: coarser than Prometheus, which goes between two bounds. */
function quantiles(share: number, buckets: readonly Sample[]): Sample[] {
  const bound = ({ labels }: Sample): number => (labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le));
  const groups = Map.groupBy(buckets, ({ labels: { le: _, ...others } }) => JSON.stringify(others));
  return [...groups].flatMap(([labels, group]) => {
    const sorted = group.toSorted((a, b) => bound(a) - bound(b));
    const all = sorted.at(-1)?.value ?? 0;
    const holds = sorted.find(({ value }) => value >= share * all);
    return all === 0 || holds === undefined ? [] : [{ name: '', labels: JSON.parse(labels), value: bound(holds) }];
  });
}
