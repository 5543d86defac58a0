// The place of a value in a request, written as the caller would write it: `name.firstName`, `identities[2].value`.

export type PathPart = string | number;

const plainName = /^[A-Za-z_$][\w$-]*$/;
const controls = /\p{Cc}/u;

/** A caller's name may be as long as the body. The answer shows as much of it as is needed to find the place. */
const nameLengthMax = 60;

export function shortName(name: string): string {
  if (name.length <= nameLengthMax) return name.toWellFormed();
  return `${name.slice(0, nameLengthMax).toWellFormed()}…`;
}

/** Names that would not read as one word are quoted, except a single one, such as the `statuses[]` of a query. */
export function pathOf(parts: readonly PathPart[]): string {
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string' && !controls.test(only)) return shortName(only);
  let path = '';
  for (const part of parts) {
    if (typeof part === 'number') path += `[${part}]`;
    else if (!plainName.test(part)) path += `[${JSON.stringify(shortName(part))}]`;
    else path += path === '' ? shortName(part) : `.${shortName(part)}`;
  }
  return path;
}
