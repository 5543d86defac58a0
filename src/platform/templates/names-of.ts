// The names at the top of what a template uses: what must be read before it is rendered.
import { namesIn } from './names.ts';
import { type TemplateSource, templateParts } from './order.ts';
import { segmentsOf } from './segments.ts';

export const topNamesOf = (source: TemplateSource): ReadonlySet<string> =>
  new Set(
    templateParts.flatMap((part) => {
      const text = source[part];
      return text === null ? [] : namesIn(segmentsOf(text)).variables.map(({ path }) => path[0] as string);
    }),
  );
