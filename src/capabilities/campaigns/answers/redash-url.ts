// The address of a query, as its page in Redash has it: what is asked there follows from it.
interface QueryOfUrl {
  readonly origin: string;
  /** The path before `/api`, such as `/acme` where Redash has several organizations. */
  readonly above: string;
  readonly id: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Undefined: it names no query. */
export function queryOfUrl(text: string): QueryOfUrl | undefined {
  const url = URL.parse(text);
  const [, above, id] = /^((?:\/[^/]+)*?)(?:\/api)?\/queries\/(\d+)(?:[/-].*)?$/.exec(url?.pathname ?? '') ?? [];
  if (url === null || above === undefined || id === undefined) return undefined;
  const parameters = Object.fromEntries(
    [...url.searchParams].flatMap(([name, value]) => (name.startsWith('p_') ? [[name.slice(2), value]] : [])),
  );
  return { origin: url.origin, above, id, parameters };
}
