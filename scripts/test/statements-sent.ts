// Looks through all texts that the tests have sent to the database for forms that a cluster refuses. Statements of
// background work are among them, which no other test sees.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formsRefusedOf } from '../../tests/support/refused-by-a-cluster/index.ts';
import { notOnACluster } from './not-on-a-cluster.ts';

interface Notes {
  /** Each with the text in which it was found. */
  refusedByACluster(): string[];
  forget(): void;
}

export function noteStatements(): Notes {
  const directory = mkdtempSync(join(tmpdir(), 'tenor-statements-'));
  process.env.TENOR_NOTES_STATEMENTS = directory;
  return {
    refusedByACluster: () => [...textsIn(directory)].flatMap(refusedIn),
    forget: () => rmSync(directory, { recursive: true }),
  };
}

function textsIn(directory: string): Set<string> {
  const own = ownTexts();
  const texts = readdirSync(directory).flatMap((file): string[] =>
    JSON.parse(readFileSync(join(directory, file), 'utf8')),
  );
  return new Set(texts.map(inOneLine).filter((text) => !own.includes(text) && !isGathered(text) && !makesViews(text)));
}

/** Tests that are left out on a cluster send what it refuses. */
const ownTexts = (): string => notOnACluster.map(({ file }) => inOneLine(readFileSync(file, 'utf8'))).join(' ');

/** What is asked for many persons in one statement goes out for each of them on a cluster. */
const isGathered = (text: string): boolean => text.includes('"asked place"');

/** Questions are refused on a cluster, and so is what makes their views. */
const makesViews = (text: string): boolean => text.includes('security_barrier');

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const refusedIn = (text: string): string[] => formsRefusedOf(text).map((fault) => `${fault}\n  in: ${text}`);
