// What is said of a command that does not exist, with the one that was probably meant.
import { distance } from '#platform/input/nearest.ts';

/** One line. `names`: the commands that there are. */
export function noSuchCommand(words: readonly string[], names: readonly string[]): string {
  const typed = typedWords(words);
  const nearest = nearestTo(typed, names);
  const meant = nearest.length === 0 ? '' : ` The nearest ${nearest.length === 1 ? 'is' : 'are'} ${listed(nearest)}.`;
  return `There is no command "${typed.join(' ')}".${meant} "tenor --help" lists all of them.`;
}

/** Options are left out: one of them may be a key. */
function typedWords(words: readonly string[]): readonly string[] {
  const option = words.findIndex((word) => word.startsWith('-'));
  return words.slice(0, Math.min(2, option > 0 ? option : words.length));
}

const listed = (names: readonly string[]): string => names.map((name) => `"tenor ${name}"`).join(', ');

const shownMax = 5;

/** Several where a word is missing: `key` is as near to `key list` as to `key create`. */
function nearestTo(words: readonly string[], names: readonly string[]): string[] {
  const far = names.map((name) => {
    const parts = name.split(' ');
    const typed = words.slice(0, parts.length).join(' ');
    const right = words.length > 1 && parts[0] === words[0] ? `${words[0]} `.length : 0;
    return { name, letters: typed.length - right, distance: distance(typed, parts.slice(0, words.length).join(' ')) };
  });
  const near = far.filter(({ letters, distance }) => distance * 2 <= letters);
  if (near.length === 0) return names.filter((name) => name.startsWith(`${words[0]} `)).slice(0, shownMax);
  const least = Math.min(...near.map(({ distance }) => distance));
  return near.flatMap(({ name, distance }) => (distance === least ? [name] : [])).slice(0, shownMax);
}
