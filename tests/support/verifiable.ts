// A borrower of whom enough is known to be verified, and what such a borrower answers.
import { anAddress, anEmail, aPerson, aPhone, type Client } from './house.ts';

/** What is right, in one writing of several. */
const rightAnswers: Readonly<Record<string, string>> = {
  dateOfBirth: '12/10/1985',
  taxNumberLastFour: '6789',
  homeZip: '46204',
  email: 'ADA@Example.com',
  phone: '(317) 555-1212',
};

export async function aVerifiable(api: Client, more: Record<string, unknown> = {}): Promise<string> {
  const identity = { identityType: 'SSN', value: '123-45-6789', issuingCountry: 'US' };
  const { id } = await api.made('/people', aPerson({ dateOfBirth: '1985-12-10', identity, ...more }));
  for (const contact of [anEmail(), aPhone(), anAddress({ status: 'primary' })]) {
    await api.made(`/people/${id}/contacts`, contact);
  }
  return id;
}

interface Asked {
  readonly questions: readonly { readonly id: string }[];
}

export const answersTo = ({ questions }: Asked, wrong: Readonly<Record<string, string>> = {}) =>
  questions.map(({ id: questionId }) => ({ questionId, value: wrong[questionId] ?? rightAnswers[questionId] }));

/** A wrong answer to the first question, in the right form. */
export function wrongAnswersTo(verification: Asked) {
  const [first] = verification.questions;
  const wrong = { dateOfBirth: '1985-12-11', homeZip: '46205', email: 'eve@example.com', phone: '+13175551213' };
  const value = { taxNumberLastFour: '0000', ...wrong }[first?.id as keyof typeof wrong];
  return answersTo(verification, { [first?.id as string]: value });
}

/** The code of the newest message to there. */
export async function codeSentTo(api: Client, to: string): Promise<string> {
  const [{ text }] = (await api.get(`/test-mailbox?to=${encodeURIComponent(to)}`)).body.data;
  return /\b\d{6}\b/.exec(text)?.[0] as string;
}

export const otherCode = (code: string): string => (code === '000000' ? '111111' : '000000');
