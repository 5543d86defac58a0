// The words of a bank or a processor, for staff to read. Nobody knows what they hold: digits that might be the number of
// an account or a card are hidden but for the last four.

const lengthMax = 255;

export const withoutNumbers = (text: string): string =>
  text.slice(0, lengthMax).replace(/\d(?:[ -]?\d){4,}/g, (run) => `…${run.replace(/\D/g, '').slice(-4)}`);
