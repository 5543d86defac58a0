// The catalogue of subjects. A company may use others: for them nothing is known, and nothing is shipped.
import { lifeSubjects } from './about-loans.ts';
import { moneySubjects } from './about-money.ts';
import { peopleSubjects } from './about-people.ts';
import type { Subject } from './subject.ts';

export type { Subject, TextChannel } from './subject.ts';

export const subjects: readonly Subject[] = [...moneySubjects, ...lifeSubjects, ...peopleSubjects];

const byName = new Map(subjects.map((one) => [one.subject, one]));

export const subjectOf = (name: string): Subject | undefined => byName.get(name);

/** The values of a subject as an example: what a preview shows. */
export const examplesOf = ({ values }: Subject): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).map(([name, { example }]) => [name, example]));
