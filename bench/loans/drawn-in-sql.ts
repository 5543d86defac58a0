// Values that the database itself makes new for each call, from three columns or variables: `n` numbers the loan, `m` is
// a number within it, `u` is unique.
import type { Givers, Ids } from './rows-written.ts';

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

interface Naming {
  /** Writes a value that is the same in each call. */
  quote(value: string): string;
  /** Writes `n`, `m` or `u`, as the statement names its columns or variables. */
  name(of: string): string;
}

export function drawnInSql(ids: Ids, { quote, name }: Naming): Givers {
  const [person, loan, made] = ids as [string, string, string];
  const [n, u, m] = ['n', 'u', 'm'].map(name) as [string, string, string];
  const letters = `translate(lpad(${n}::text, 8, '0'), '0123456789', 'ABCDEFGHIJ')`;
  const idOf = (prefix: string): string => `'${prefix}-' || substr(${letters}, 1, 4) || '-' || substr(${letters}, 5)`;
  const replaced = (value: string): string =>
    [
      [person, idOf('BO')],
      [loan, idOf('LN')],
      [made, `'TR-' || to_hex(${u}::bigint)`],
    ].reduce(
      (sql, [id, drawn]) => (value.includes(id as string) ? `replace(${sql}, ${quoted(id as string)}, ${drawn})` : sql),
      `${quote(value)}::text`,
    );
  let events = 0;
  return {
    constant: quote,
    number: (value) => `(${value} + ${m}::integer)`,
    eventId: () => `'EV-' || to_hex(${u}::bigint + ${++events})`,
    hash: () => `decode(md5(${u}::text) || md5(${m}::text), 'hex')`,
    withIds: (value) => `(${replaced(value)})`,
  };
}
