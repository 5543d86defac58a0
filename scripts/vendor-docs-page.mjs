// Refreshes the one vendored file behind /docs: node scripts/vendor-docs-page.mjs VERSION
//
// The package is installed into a temporary folder and never into this repository: it brings some 270 others (300 MB,
// install scripts among them), of which the page needs a single file. That file is copied byte for byte. Its package
// has no licence text of its own and the file holds code of many others, so their notices are gathered here too.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const packageName = '@scalar/api-reference';
const vendorFolder = new URL('../src/app/docs-page/vendor/', import.meta.url);

const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  console.error(
    'Refreshes src/app/docs-page/vendor. Say which exact version: node scripts/vendor-docs-page.mjs 1.72.1',
  );
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'vendor-docs-page-'));
try {
  refresh();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function refresh() {
  console.log(`Installing ${packageName} ${version} in ${folder}, without running its install scripts.`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  install([`${packageName}@${version}`]);

  const modules = join(folder, 'node_modules');
  const built = join(modules, packageName, 'dist/browser/standalone.js');
  const installed = new Set(installedPackages(modules).map(({ name }) => name));
  const absent = bundledNames(`${built}.map`).filter((name) => !installed.has(name));
  if (absent.length > 0) install(absent);

  const script = readFileSync(built);
  const packages = installedPackages(modules);
  writeVendored('scalar.js', script);
  writeVendored('LICENSE', licenceOfScalar(packages));
  writeVendored('NOTICES.txt', noticesText(packages));
  writeVendored('README.md', readmeText(script));
  console.log('Now run the tests, tests/browser among them, and look at /docs in a browser.');
}

function install(specifiers) {
  // The folder is named because under `npx` the environment still points npm to this repository.
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...options, ...specifiers], { cwd: folder, stdio: 'inherit' });
}

/**
 * The packages whose code the source map names. A few are no longer installed beside the package, because a newer
 * release of their parent dropped them after the file was built.
 */
function bundledNames(sourceMapPath) {
  const { sources } = JSON.parse(readFileSync(sourceMapPath, 'utf8'));
  const inPackages = sources.filter((source) => source.includes('node_modules/'));
  const names = inPackages.map((source) => {
    const [first, second] = source.split('node_modules/').at(-1).split('/');
    return first.startsWith('@') ? `${first}/${second}` : first;
  });
  return [...new Set(names)].sort();
}

/** Every package below `modules`, nested ones too, with the licence files it carries. */
function installedPackages(modules) {
  const manifests = readdirSync(modules, { recursive: true }).filter((path) =>
    /(^|\/node_modules\/)(@[^/]+\/)?[^@/.][^/]*\/package\.json$/.test(path),
  );
  const packages = manifests.map((path) => {
    const home = join(modules, path, '..');
    const { name, version, license, author } = JSON.parse(readFileSync(join(modules, path), 'utf8'));
    const files = readdirSync(home).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
    const text = files.map((file) => readFileSync(join(home, file), 'utf8').trim()).join('\n\n');
    return { name, version, license, author: author?.name ?? author, text };
  });
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The package itself carries no licence text; its sisters from the same repository do. */
function licenceOfScalar(packages) {
  const license = packages.find(({ name }) => name === packageName)?.license;
  const text = packages.find(({ name }) => name === '@scalar/types')?.text ?? '';
  if (license !== 'MIT' || !text.startsWith('MIT License')) {
    throw new Error(`${packageName} ${version} is no longer plainly under MIT: read its licence before taking it.`);
  }
  return `${text}\n`;
}

/**
 * More packages than the file holds: some come along only to build or to type it. Telling them apart would need the
 * source maps of every package that was itself bundled before, and a notice too many harms nobody.
 */
function noticesText(packages) {
  const groups = new Map();
  for (const one of packages) {
    const words = one.text.replace(/\s+/g, ' ');
    groups.set(words, [...(groups.get(words) ?? []), one]);
  }
  const sections = [...groups.values()].map((members) => {
    const titles = members.map(({ name, version, license, author }) => {
      const by = members[0].text === '' && author ? `, by ${author}` : '';
      return `${name} ${version} (${license}${by})`;
    });
    const text =
      members[0].text || 'These carry no licence text of their own; the wording of the MIT licence is in LICENSE.';
    return `${titles.join('\n')}\n\n${text}\n`;
  });
  const rule = `\n${'='.repeat(80)}\n\n`;
  const head = `Licences of the packages that ${packageName} ${version} brings, most of which are inside scalar.js.\n`;
  return [head, ...sections].join(rule).replaceAll('\r\n', '\n');
}

function readmeText(script) {
  const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;
  return `# Vendored: Scalar

Written by \`scripts/vendor-docs-page.mjs\`; do not edit anything here by hand.

| | |
|---|---|
| Package | \`${packageName}\` |
| Version | ${version} |
| File | \`dist/browser/standalone.js\`, here \`scalar.js\`, byte for byte |
| SHA-256 | \`${createHash('sha256').update(script).digest('hex')}\` |
| Size | ${kilobytes(script.length)}, ${kilobytes(gzipSync(script).length)} gzipped |
| Licence | MIT (\`LICENSE\`); of the packages inside it: \`NOTICES.txt\` |

Refresh, from the root of the repository: \`node scripts/vendor-docs-page.mjs VERSION\`, then \`npm test\`.
`;
}

function writeVendored(file, content) {
  writeFileSync(new URL(file, vendorFolder), content);
  console.log(`Wrote ${file}, ${Buffer.byteLength(content)} bytes.`);
}
