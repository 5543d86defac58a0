// The project's own files as TypeScript's parser sees them: what they import and export, and how many steps a reader takes
// through them.
import { relative } from 'node:path';
import * as ts from 'typescript/unstable/ast';
import { createVirtualFileSystem } from 'typescript/unstable/fs';
import { API } from 'typescript/unstable/sync';

export interface Source {
  readonly path: string;
  /** Names that it imports from other files; `*` for all of a file. */
  readonly imports: readonly { readonly from: string; readonly name: string }[];
  readonly exports: readonly string[];
  /** The number of times that each word is in its code. */
  readonly words: ReadonlyMap<string, number>;
  readonly functions: readonly { readonly line: number; readonly steps: number }[];
  readonly steps: number;
}

export const readSources = (): Source[] => readAll({ cwd: process.cwd() });

/** Reads one file that exists only as text. */
export function readText(text: string): Source {
  const files = {
    '/tsconfig.json': '{ "compilerOptions": { "noLib": true }, "files": ["text.ts"] }',
    '/text.ts': text,
  };
  return readAll({ cwd: '/', fs: createVirtualFileSystem(files) })[0] as Source;
}

function readAll(options: ConstructorParameters<typeof API>[0]): Source[] {
  const api = new API(options);
  try {
    const [project] = api.updateSnapshot({ openProjects: ['tsconfig.json'] }).getProjects();
    if (project === undefined) throw new Error('tsconfig.json was not read');
    return project.rootFiles.flatMap((file) => {
      const source = project.program.getSourceFile(file);
      return source === undefined ? [] : [read(relative('.', file), source)];
    });
  } finally {
    api.close();
  }
}

function read(path: string, source: ts.SourceFile): Source {
  const imports: Source['imports'][number][] = [];
  const exports: string[] = [];
  const functions: Source['functions'][number][] = [];
  const words = new Map<string, number>();
  let steps = 0;
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) imports.push(...importedBy(node));
    if (ts.isExportDeclaration(node)) {
      const names = reexportedBy(node);
      exports.push(...names.map(([, name]) => name));
      const { moduleSpecifier: from } = node;
      if (from !== undefined) imports.push(...names.map(([name]) => ({ from: textOf(from), name })));
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [from] = node.arguments;
      if (from !== undefined && ts.isStringLiteral(from)) imports.push({ from: from.text, name: '*' });
    }
    if (ts.isIdentifier(node)) words.set(node.text, (words.get(node.text) ?? 0) + 1);
    if (isExported(node)) exports.push(...declaredBy(node));
    const before = steps;
    steps += stepsOf(node);
    node.forEachChild(visit);
    // A function whose body is an expression is a value: a list of endpoints, say.
    if (ts.isFunctionLikeDeclaration(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body)) {
      functions.push({ line: lineOf(node.getStart(source)), steps: steps - before });
    }
  };
  visit(source);
  return { path, imports, exports, words, functions, steps };
}

/**
 * A statement is a step, and so are a member of a type or a class, a function that is an expression, and each element of
 * a literal that holds further ones. A flat literal is part of its statement, over however many lines it is laid out.
 */
function stepsOf(node: ts.Node): number {
  if (isLiteral(node)) return isFlat(node) ? 0 : elementsOf(node).length;
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? 0 : 1;
  return stepKinds.has(node.kind) || (ts.isStatement(node) && !ts.isBlock(node)) ? 1 : 0;
}

const { SyntaxKind: kinds } = ts;
const stepKinds: ReadonlySet<ts.SyntaxKind> = new Set([
  kinds.ImportDeclaration,
  kinds.ExportDeclaration,
  kinds.FunctionDeclaration,
  kinds.ClassDeclaration,
  kinds.InterfaceDeclaration,
  kinds.TypeAliasDeclaration,
  kinds.PropertySignature,
  kinds.MethodSignature,
  kinds.PropertyDeclaration,
  kinds.MethodDeclaration,
  kinds.CaseClause,
]);

type Literal = ts.ObjectLiteralExpression | ts.ArrayLiteralExpression;

const isLiteral = (node: ts.Node): node is Literal =>
  ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node);

const elementsOf = (node: Literal): readonly ts.Node[] =>
  ts.isObjectLiteralExpression(node) ? [...node.properties] : [...node.elements];

/** Nothing within it is a function or a literal with elements. */
function isFlat(literal: Literal): boolean {
  let isNested = false;
  const look = (node: ts.Node): void => {
    isNested ||= ts.isFunctionLikeDeclaration(node) || (isLiteral(node) && elementsOf(node).length > 0);
    if (!isNested) node.forEachChild(look);
  };
  literal.forEachChild(look);
  return !isNested;
}

const textOf = (node: ts.Node): string => (ts.isStringLiteral(node) ? node.text : '');

function importedBy(node: ts.ImportDeclaration): Source['imports'] {
  const from = textOf(node.moduleSpecifier);
  const { importClause } = node;
  if (importClause === undefined) return [{ from, name: '' }];
  const bindings = importClause.namedBindings;
  const names = importClause.name === undefined ? [] : ['default'];
  if (bindings !== undefined && ts.isNamespaceImport(bindings)) names.push('*');
  if (bindings !== undefined && ts.isNamedImports(bindings)) {
    names.push(...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text));
  }
  return names.map((name) => ({ from, name }));
}

/** Each name as it is there, and as it is given on. */
function reexportedBy({ exportClause }: ts.ExportDeclaration): (readonly [string, string])[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return [['*', '*']];
  return exportClause.elements.map(({ name, propertyName }) => [(propertyName ?? name).text, name.text]);
}

function isExported(node: ts.Node): boolean {
  const modifiers = (node as { modifiers?: readonly ts.Node[] }).modifiers ?? [];
  return [...modifiers].some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

function declaredBy(node: ts.Node): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isDefault = [...((node as { modifiers?: readonly ts.Node[] }).modifiers ?? [])].some(
    ({ kind }) => kind === ts.SyntaxKind.DefaultKeyword,
  );
  const { name } = node as { name?: ts.Node };
  return isDefault ? ['default'] : name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}
