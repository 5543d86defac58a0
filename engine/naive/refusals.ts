// What contradicts itself stops the simulation.

export function termsRefused(path: string, reason: string): Error {
  const error = new Error(`${path}: ${reason}`);
  error.name = 'TermsRefused';
  return error;
}

export function factRefused(id: string, reason: string): Error {
  const error = new Error(`fact ${id}: ${reason}`);
  error.name = 'FactRefused';
  return error;
}
