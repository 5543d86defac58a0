// A question from its text to its rows: checked, sent by the login of its company, fetched step by step.
import { DatabaseError } from 'pg';
import type { Realm } from '#platform/db/realm.ts';
import type { View } from '#platform/db/views/view.ts';
import { Refusal } from '#platform/errors.ts';
import { type CheckedSelect, checkSelect, type Known } from '#platform/sql/check-select.ts';
import { AnswerText } from '../answer-text.ts';
import { questionErrors } from '../errors.ts';
import { type AnswerColumn, type Parameter, personalPermission } from '../words.ts';
import { columnsOf } from './columns.ts';
import { type AskTools, asOwner, isMade, loginOf, makeLogin, placeOf } from './login.ts';
import { type Bounds, openSession, openWithTicket, type Session } from './session.ts';
import { turns } from './turns.ts';
import { valuesOf } from './values.ts';

interface Question {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  /** By name; what is missing is the default. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Undefined: those of the service, which sees no personal values. */
  readonly rights: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A row is not longer. */
const rowBytesMax = 8 * 1_024 * 1_024;
/** Twenty joined sorts, each in its work_mem, have taken 459 MB. */
const memoryBytesMax = 768 * 1_024 * 1_024;
const answeredMsMax = 600_000;
const describedMsMax = 10_000;
/** While others wait, one question of a company takes a processor of the server, and not two. */
const ownBesideOthers = 1;

interface Step {
  readonly text: AnswerText;
  /** Whole lines of it, as CSV. */
  readonly lines: Buffer;
  /** It was asked of a view that shows masked numbers. */
  readonly isPersonal: boolean;
}

/** The steps of an answer; the first one is the names of its columns. Errors: those of `questionErrors`, InvalidRequest. */
export async function* answerOf(tools: AskTools, realm: Realm, question: Question): AsyncGenerator<Step, void> {
  const { signal } = question;
  const checked = await checkedFor(tools, question);
  const isPersonal = placeOf(tools).views.some((view) => view.isPersonal && checked.views.has(view.name));
  const values = valuesOf(question.parameters, checked.parameters, question.given);
  const bounds = { timeMsMax: answeredMsMax, rowBytesMax, memoryBytesMax, signal };
  yield* inSession(tools, realm, bounds, turns.answering, async function* (session) {
    await session.declare(checked.sql, values, question.sql);
    const text = new AnswerText(columnsOf(await session.columns()));
    yield { text, lines: text.rest(), isPersonal };
    const named = new Map(checked.parameters.map((name, i) => [name, values[i] as string]));
    for await (const lines of session.copy(checked.withValues(named), text)) yield { text, lines, isPersonal };
  });
}

type Asked = Pick<Question, 'sql' | 'parameters' | 'rights'>;

/** What the answer will have: the server looks at the names and types, and reads nothing. Errors: as above. */
export async function describeQuestion(tools: AskTools, realm: Realm, asked: Asked) {
  const bounds = { timeMsMax: describedMsMax, rowBytesMax, memoryBytesMax };
  const checked = await checkedFor(tools, asked);
  const described = inSession(tools, realm, bounds, turns.looking, async function* (session) {
    await session.declare(
      checked.sql,
      checked.parameters.map(() => null),
      asked.sql,
    );
    yield { columns: mustBeNamed(columnsOf(await session.columns())), names: checked.parameters };
  });
  return firstOf(described);
}

/** How the server would answer, without what it guesses of numbers of rows. Errors: as above. */
export async function explainQuestion(tools: AskTools, realm: Realm, question: Question): Promise<string[]> {
  const bounds = { timeMsMax: describedMsMax, rowBytesMax, memoryBytesMax };
  const checked = await checkedFor(tools, question);
  const values = valuesOf(question.parameters, checked.parameters, question.given);
  const explained = inSession(tools, realm, bounds, turns.looking, async function* (session) {
    yield session.explain(checked.sql, values, question.sql);
  });
  return firstOf(explained);
}

async function firstOf<T>(steps: AsyncGenerator<T>): Promise<T> {
  for await (const step of steps) return step;
  throw new Error('A session of a question said nothing.');
}

async function* inSession<T>(
  tools: AskTools,
  realm: Realm,
  bounds: Omit<Bounds, 'rest' | 'hasHelpers'>,
  takeTurn: (typeof turns)['answering'],
  ask: (session: Session) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  placeOf(tools);
  const isServing = async () => (await tools.isServing?.()) ?? false;
  const endTurn = await takeTurn(realm, (await isServing()) ? ownBesideOthers : undefined);
  try {
    const session = await sessionFor(tools, realm, { ...bounds, rest: tools.rest, hasHelpers: !(await isServing()) });
    try {
      yield* ask(session);
    } finally {
      await session.close();
    }
  } finally {
    endTurn();
  }
}

/** What a server says to a login that it does not know, or that may not connect. */
const unknownLogin = new Set(['28P01', '28000', '42501']);
const tooMany = '53300';

async function sessionFor(tools: AskTools, realm: Realm, bounds: Bounds): Promise<Session> {
  const { reportingServer, ticketKey } = placeOf(tools);
  try {
    if (ticketKey !== undefined) return await openWithTicket(reportingServer, ticketKey, realm, bounds);
    return await openWithLogin(tools, realm, bounds);
  } catch (error) {
    if (codeOf(error) !== tooMany) throw error;
    throw new Refusal(questionErrors.QuestionsBusy, 'Too many questions are being answered.');
  }
}

const codeOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');

async function openWithLogin(tools: AskTools, realm: Realm, bounds: Bounds): Promise<Session> {
  const { server, reportingServer } = placeOf(tools);
  const place = { server: reportingServer, mode: realm.mode };
  const login = await loginOf(tools, realm);
  try {
    return await openSession(place, login, bounds);
  } catch (error) {
    if (!unknownLogin.has(codeOf(error))) throw error;
    if (reportingServer !== server && (await isMade(tools, login))) {
      throw new Refusal(questionErrors.QuestionsBusy, 'The replica does not know the login of the company yet.');
    }
    return openSession(place, await makeLogin(tools, realm, login), bounds);
  }
}

async function checkedFor(tools: AskTools, { sql: text, rights }: Asked): Promise<CheckedSelect> {
  const known = await knownOf(tools, rights?.has(personalPermission) ?? false);
  const checked = await checkSelect(text, known);
  if ('sql' in checked) return checked;
  const { message, line, column } = checked;
  throw new Refusal(questionErrors.QuestionRefused, `${message} Line ${line}, column ${column}.`, {
    data: { path: 'sql', line, column },
  });
}

const functionsOf = new WeakMap<object, Promise<ReadonlySet<string>>>();

async function knownOf(tools: AskTools, seesPersonal: boolean): Promise<Known> {
  const place = placeOf(tools);
  let functions = functionsOf.get(place.views);
  if (functions === undefined) {
    functions = namesOfFunctions(tools);
    functionsOf.set(place.views, functions);
    functions.catch(() => functionsOf.delete(place.views));
  }
  const seen = place.views.filter(({ isPersonal }: View) => seesPersonal || !isPersonal);
  return {
    views: new Map(seen.map(({ name, columns }) => [name, new Set(Object.keys(columns))])),
    functions: await functions,
  };
}

const namesOfFunctions = (tools: AskTools): Promise<ReadonlySet<string>> =>
  asOwner(tools, async (client) => {
    const { rows } = await client.query<{ name: string }>('select distinct proname::text as name from pg_proc');
    return new Set(rows.map(({ name }) => name));
  });

/** Errors: QuestionRefused. */
function mustBeNamed(columns: AnswerColumn[]): AnswerColumn[] {
  const names = columns.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  const wrong = names.includes('?column?') ? '?column?' : twice;
  if (wrong === undefined && columns.length > 0) return columns;
  throw new Refusal(
    questionErrors.QuestionRefused,
    columns.length === 0
      ? 'The answer has no column.'
      : `Two columns of the answer are named ${wrong}, or it has no name: name them by AS.`,
    { data: { path: 'sql', expected: 'a name of its own for each column' } },
  );
}
