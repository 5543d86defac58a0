// The project's own files as TypeScript's parser sees them: what they import and export, and how long functions are.
import { relative } from 'node:path';
import * as ts from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

export interface Source {
  readonly path: string;
  /** Names that it imports from other files; `*` for all of a file. */
  readonly imports: readonly { readonly from: string; readonly name: string }[];
  readonly exports: readonly string[];
  /** The number of times that each word is in its code. */
  readonly words: ReadonlyMap<string, number>;
  readonly functions: readonly { readonly line: number; readonly lines: number }[];
}

export function readSources(): Source[] {
  const api = new API({ cwd: process.cwd() });
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
    // One whose body is an expression is a value: a list of endpoints, say.
    if (ts.isFunctionLikeDeclaration(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body)) {
      const line = lineOf(node.getStart(source));
      functions.push({ line, lines: lineOf(node.end) - line + 1 });
    }
    node.forEachChild(visit);
  };
  visit(source);
  return { path, imports, exports, words, functions };
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
