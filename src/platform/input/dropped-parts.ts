// Whether a schema takes what may be kept nowhere. The decoded value is without it; the bytes that were sent are not.
import type { TSchema } from 'typebox';
import { nodeOf, type SchemaNode } from './schema-node.ts';
import { type SpecialValue, specialValues } from './special-values.ts';

export const dropsParts = (schema: TSchema): boolean => dropsIn(nodeOf(schema, 'schema'));

function dropsIn(node: SchemaNode): boolean {
  switch (node.kind) {
    case 'special':
      return (specialValues[node.special] as SpecialValue).drops === true;
    case 'nullable':
      return dropsIn(node.inner);
    case 'object':
      return [...node.fields.values()].some(dropsIn);
    case 'record':
      return dropsIn(node.values);
    case 'list':
      return dropsIn(node.items);
    default:
      return false;
  }
}
