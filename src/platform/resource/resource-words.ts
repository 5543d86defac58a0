// The names of a resource, made from its words: "rate cap" is `rateCap`, `/rate-caps/{rateCapId}`, `rate.cap:list`,
// `ratecap.created` and RateCap.
import type { AnyDeclared } from './declared-resource.ts';

const inCamel = (words: string): string => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export interface Words {
  readonly object: string;
  readonly group: string;
  readonly title: string;
  /** Its path parameter, and the path of a refusal that does not find it. */
  readonly param: string;
  readonly path: string;
  readonly event: string;
  /** The field with the id of what it lies below. */
  readonly parentField: string;
  permission(verb: string): string;
  summary(verb: string): string;
}

export function wordsOf({ name, plural, below }: Pick<AnyDeclared, 'name' | 'plural' | 'below'>): Words {
  const object = inCamel(name);
  const one = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
  const summaries: Readonly<Record<string, string>> = {
    list: `List ${plural}`,
    create: below?.column === undefined ? `Create ${one}` : `Add ${one}`,
    read: `Read ${one}`,
    update: `Change ${one}`,
    delete: `Delete ${one}`,
  };
  return {
    object,
    group: inCamel(plural),
    title: capital(object),
    param: `${object}Id`,
    path: `${below?.path ?? ''}/${plural.replaceAll(' ', '-')}`,
    event: name.replaceAll(' ', ''),
    parentField: below?.column === undefined ? 'companyId' : below.subject.param,
    permission: (verb) => `${name.replaceAll(' ', '.')}:${verb}`,
    summary: (verb) => summaries[verb] as string,
  };
}
