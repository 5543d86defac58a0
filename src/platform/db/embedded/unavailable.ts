// The reasons why the embedded server cannot run, as sentences for the operator: what is wrong and what to do. A person
// who starts Tenor for the first time should not need PostgreSQL's log to learn that the disk is full.

export class EmbeddedUnavailable extends Error {
  override readonly name = 'EmbeddedUnavailable';
}

const ownDatabase = 'set DATABASE_URL to a PostgreSQL of your own';

/** `wrong` is a whole sentence, `remedy` the beginning of one. The remedy that always exists is added here, once. */
export function unavailable(wrong: string, remedy?: string, cause?: unknown): EmbeddedUnavailable {
  const advice = remedy === undefined ? `${upperFirst(ownDatabase)}.` : `${remedy}, or ${ownDatabase}.`;
  return new EmbeddedUnavailable(`${wrong} ${advice}`, { cause });
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Remedy = readonly [wrong: string, remedy: string];

const fileErrors: Record<string, (path: string) => Remedy> = {
  EACCES: (path) => [`This user may not use ${path}.`, 'Give it to the user that runs Tenor, choose another DATA_DIR'],
  EPERM: (path) => [`This user may not use ${path}.`, 'Give it to the user that runs Tenor, choose another DATA_DIR'],
  EROFS: (path) => [`${path} lies on a file system that is read-only.`, 'Choose another DATA_DIR'],
  ENOSPC: (path) => [`The disk that holds ${path} is full.`, 'Make room on it, choose another DATA_DIR'],
  EDQUOT: (path) => [
    `The quota of the disk that holds ${path} is used up.`,
    'Make room on it, choose another DATA_DIR',
  ],
  // Comes only from chown: root of a container that maps no other users.
  EINVAL: (path) => [
    `Root cannot give ${path} to the user that PostgreSQL runs as, because this container has no other users.`,
    'Run Tenor as an ordinary user',
  ],
  ENOTDIR: (path) => [`A part of ${path} is a file and not a directory.`, 'Choose another DATA_DIR'],
  EEXIST: (path) => [`${path} is in the way: it is not a directory.`, 'Choose another DATA_DIR'],
  ELOOP: (path) => [
    `${path} is a link where Tenor keeps a file of its own.`,
    'Remove the link, choose another DATA_DIR',
  ],
};

/** Runs file work on `path`. An expected error of the file system becomes a sentence; any other is thrown as it is. */
export async function onPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const describe = fileErrors[codeOf(error)];
    if (describe === undefined) throw error;
    const [wrong, remedy] = describe(path);
    throw unavailable(wrong, remedy, error);
  }
}

/** The code of an error of Node or PostgreSQL, or an empty text. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** The messages with which PostgreSQL's programs fail, and what they mean for the person who started Tenor. */
const spoken: readonly (readonly [RegExp, (data: string) => Remedy])[] = [
  [/No space left on device|Disk quota exceeded/, (data) => fileErrors.ENOSPC!(data)],
  [
    /could not look up effective user ID/,
    () => ['The user id that PostgreSQL runs under has no name on this machine.', 'Run Tenor as a user with a name'],
  ],
  [
    /has wrong ownership|root execution of the PostgreSQL server is not permitted|cannot be run as root/i,
    (data) => [
      `${data}/db belongs to another user than PostgreSQL runs as.`,
      `Give it back (chown -R) to the user that made it`,
    ],
  ],
  [/has invalid permissions/, (data) => [`${data}/db is open to others.`, `Close it with chmod -R go= ${data}/db`]],
  [
    /pre-existing shared memory block|lock file "postmaster\.pid" already exists/,
    (data) => [`A PostgreSQL that Tenor did not start is using ${data}/db.`, 'Stop it'],
  ],
  [
    /could not (bind|create any) Unix/,
    (data) => [`The file system of ${data} cannot hold a socket.`, 'Choose another DATA_DIR'],
  ],
  [
    /error while loading shared libraries|bad ELF|Exec format error/,
    () => ['The PostgreSQL that npm installed does not run on this machine.', 'Install again with npm ci'],
  ],
  [
    /setpriv: /,
    (data) => [
      `Root could not change to the user of ${data}/db, as PostgreSQL demands.`,
      'Run Tenor as an ordinary user',
    ],
  ],
  [
    /Permission denied/,
    (data) => [`PostgreSQL may not use its files or those in ${data}.`, 'Give them to the user that runs Tenor'],
  ],
];

/** Explains a failed start from the lines that it wrote to the server's log. */
export function explainFailure(data: string, written: string): EmbeddedUnavailable {
  const [wrong, remedy] = spoken.find(([pattern]) => pattern.test(written))?.[1](data) ?? unknownFailure(written);
  return unavailable(wrong, `${remedy} (more is in ${data}/server.log)`);
}

function unknownFailure(written: string): Remedy {
  const lastWords = written.split('\n').findLast((line) => /FATAL|PANIC|error|cannot|fail/i.test(line));
  const quote = lastWords === undefined ? '' : ` and wrote: ${lastWords.trim()}`;
  return [`The embedded PostgreSQL did not start${quote || '.'}`, 'Remove the cause'];
}
