// The bytes of a content in the description: for each type the same schema, and an example of the first one.
type Json = Record<string, unknown>;

const bytes = { schema: { type: 'string', format: 'binary' } };

export const contentOf = (types: readonly string[], example?: unknown): { readonly content: Json } => ({
  content: Object.fromEntries(
    types.map((type, i) => [type, i === 0 && example !== undefined ? { ...bytes, example } : bytes]),
  ),
});
