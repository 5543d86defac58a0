// `npm test -- --since` asks of the tests of every endpoint only those that a change can touch.
const told = process.env.TENOR_ENDPOINTS?.split(',');

/** True: only some endpoints are asked, so what must hold of all together cannot be seen. */
export const asksSome = told !== undefined;

export const isAsked = ({ name }: { readonly name: string }): boolean => told === undefined || told.includes(name);
