// Makes the file of a run, line by line, from the borrowers of its answer: which contacts fit, whether the rules of contact
// allow them at noon of the company, and what stands in each column.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type MessageGuard, messageGuard } from '#capabilities/compliance/index.ts';
import { subjectNow, themeOf } from '#capabilities/interactions/index.ts';
import { type ContactedLoan, contactedLoan, loansOfContacted } from '#capabilities/loans/index.ts';
import {
  type ContactedContact,
  contactsOfContacted,
  externalIdsOfPeople,
  type Identifying,
  identifyingOfMany,
  keysOfContacted,
} from '#capabilities/people/index.ts';
import { subjectOf } from '#capabilities/templates/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import type { StagedLine } from '../runs/staged-lines.ts';
import { csvLine } from './csv.ts';
import { type FieldName, fields, type LineAbout, readsFor, shown } from './fields.ts';
import { columnOfAnswer, type ExporterSettings } from './settings.ts';

interface Exporting {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly now: Instant;
  readonly zone: string;
  readonly settings: ExporterSettings;
}

/** Counts what it writes, and whom the rules have kept out. */
export class ExportedFile {
  readonly #exporting: Exporting;
  lines = 0;
  blocked = 0;
  constructor(exporting: Exporting) {
    this.#exporting = exporting;
  }

  async *content(staged: AsyncIterable<readonly StagedLine[]>): AsyncGenerator<Buffer> {
    const { columnSettings } = this.#exporting.settings;
    yield Buffer.from(
      csvLine(columnSettings.map(({ field, outputName }) => ({ text: outputName ?? field, isText: true }))),
    );
    for await (const some of staged) {
      const known = await readAbout(this.#exporting, some);
      const texts = await eachInSlices(some, (line) => this.#linesOf(known, line).join(''));
      const text = texts.join('');
      if (text !== '') yield Buffer.from(text);
    }
  }

  #linesOf(known: Known, line: StagedLine): string[] {
    const { settings } = this.#exporting;
    const person = known.people.get(line.personId);
    // Somebody has erased the borrower meanwhile.
    if (person === undefined || person.erased_at !== null) return [];
    const contacts = this.#contactsOf(known, line.personId);
    const about = {
      personId: line.personId,
      externalId: known.externalIds.get(line.personId) ?? null,
      sealer: this.#exporting.vault.sealer(line.personId, person.data_key),
      identifying: known.identifying.get(line.personId),
      language: person.comm_preferences.language ?? null,
      loan: loanOf(known.loans.get(line.personId) ?? [], line),
    };
    this.lines += contacts.length;
    return contacts.map((contact) =>
      csvLine(settings.columnSettings.map((column) => cellOf({ ...about, contact }, line, column))),
    );
  }

  #contactsOf({ contacts, guard, hasContacts }: Known, personId: string): readonly (ContactedContact | null)[] {
    if (!hasContacts) return [null];
    const { contactMatchingCriteria, checkCompliance } = this.#exporting.settings;
    const fitting = (contacts.get(personId) ?? []).filter((one) => fits(contactMatchingCriteria, one));
    if (guard === null || checkCompliance === null) return fitting;
    const { channel, subject: said, theme, isTransactional } = checkCompliance;
    const subject = said == null ? null : subjectNow(said);
    const asImplied = subject === null ? undefined : subjectOf(subject)?.isTransactional;
    const allowed = fitting.filter(
      ({ id }) =>
        guard.ask(personId, {
          interactionId: null,
          channel,
          subject,
          theme: themeOf(subject, theme),
          loanIds: [],
          contactId: id,
          isTransactional: isTransactional ?? asImplied ?? true,
          isAutodialed: false,
          // A list is for people who call.
          voice: 'live',
          checkAtCompanyNoon: true,
        }).verdict.result,
    );
    this.blocked += fitting.length - allowed.length;
    return allowed;
  }
}

function fits(criteria: ExporterSettings['contactMatchingCriteria'], one: ContactedContact): boolean {
  const is = (values: readonly string[] | null | undefined, value: string) => values == null || values.includes(value);
  return (
    one.status !== 'archived' &&
    is(criteria.label, one.label) &&
    is(criteria.contactType, one.contact_type) &&
    is(criteria.affiliation, one.affiliation) &&
    is(criteria.status, one.status)
  );
}

/** That of the answer, or else the oldest one that is not over. */
function loanOf(loans: readonly ContactedLoan[], { values }: StagedLine): ContactedLoan | null {
  const said = values.loanId ?? values.loanid;
  if (said)
    return (
      loans.find(({ id, externalId }) => id === said || (externalId !== null && `ext-${externalId}` === said)) ?? null
    );
  return loans.find(({ endedOn }) => endedOn === null) ?? null;
}

function cellOf(
  about: LineAbout,
  { values }: StagedLine,
  { field, format, mask }: ExporterSettings['columnSettings'][number],
) {
  const column = columnOfAnswer(field);
  if (column !== undefined)
    return shown(values[column] ?? null, isNumber(values[column]) ? 'plain' : 'text', { format, mask });
  const { kind, of } = fields[field as FieldName];
  return shown(of(about), kind, { format, mask });
}

/** A sign before it is no formula then. */
const isNumber = (text: string | null | undefined): boolean => text != null && /^-?\d+(\.\d+)?$/.test(text);

interface Known {
  readonly people: ReadonlyMap<string, Awaited<ReturnType<typeof keysOf>>[number]>;
  readonly hasContacts: boolean;
  readonly contacts: ReadonlyMap<string, readonly ContactedContact[]>;
  readonly loans: ReadonlyMap<string, readonly ContactedLoan[]>;
  readonly identifying: ReadonlyMap<string, Omit<Identifying, 'home'>>;
  readonly externalIds: ReadonlyMap<string, string | null>;
  readonly guard: MessageGuard | null;
}

const keysOf = (reader: Reader, ids: readonly string[]) => reader.rows(keysOfContacted(reader.db, ids, {}));

/** Only what its columns ask for is read, of many borrowers at once. */
async function readAbout(
  { reader, vault, now, zone, settings }: Exporting,
  some: readonly StagedLine[],
): Promise<Known> {
  const ids = [...new Set(some.map(({ personId }) => personId))];
  const { columnSettings, checkCompliance } = settings;
  const reads = readsFor(columnSettings.map(({ field }) => field));
  const hasContacts = reads.contacts || checkCompliance !== null;
  const today = dateInZone(now, zone);
  const [people, contacts, loans, identifying, externalIds, guard] = await Promise.all([
    keysOf(reader, ids),
    hasContacts ? reader.rows(contactsOfContacted(reader.db, ids, {})) : [],
    reads.loans ? reader.rows(loansOfContacted(reader.db, ids, {})) : [],
    reads.identifying ? identifyingOfMany(reader, vault, ids) : new Map<string, Omit<Identifying, 'home'>>(),
    reads.externalId ? externalIdsOfPeople(reader, ids) : new Map<string, string | null>(),
    checkCompliance === null ? null : messageGuard({ reader, vault }, { people: ids, now, timezone: zone }),
  ]);
  const loansBy = Map.groupBy(loans, ({ person_id }) => person_id);
  return {
    people: new Map(people.map((one) => [one.person_id, one])),
    hasContacts,
    contacts: Map.groupBy(contacts, ({ person_id }) => person_id),
    loans: new Map([...loansBy].map(([personId, own]) => [personId, own.map((row) => contactedLoan(row, today))])),
    identifying,
    externalIds,
    guard,
  };
}
