import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import ts from 'typescript';
import { isInSample } from '../sample.mjs';

/**
 * A small change in the code, which the instrumented code makes while its number is the active one.
 * @typedef {Pick<import('@stryker-mutator/api/core').Mutant, 'id' | 'fileName' | 'location' | 'mutatorName' | 'replacement'>} Mutant
 */

/** Texts and literals are for people or for VS Code, and are checked by other tests. */
const excludedMutations = ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex', 'ArrowFunction'];

/** Registration, which runs once in a window: no test can run it again with a mutant. */
const runsOnce = /^src\/(extension|openFeatures|entryPoints)\.ts$|\/index\.ts$|^src\/testing\//;

/**
 * Puts all mutants into those files of the copy that need VS Code.
 * @param {string} copy of the project
 * @param {{ oneIn: number, only: readonly string[] }} wanted a sample of the functions; files or folders, or all
 * @returns {Promise<Mutant[]>}
 */
export async function instrument(copy, { oneIn, only }) {
  const files = filesForVscode(copy)
    .filter((file) => only.length === 0 || only.some((start) => `${file}/`.startsWith(`${start}/`)))
    .map((file) => path.join(copy, file))
    .map((name) => ({ name, mutate: true, content: withBlocks(readFileSync(name, 'utf8')) }));
  const sample = {
    shouldIgnore: (/** @type {Parameters<typeof isInSample>[0]} */ place) =>
      isInSample(place, oneIn) === false ? 'Not in the sample.' : undefined,
  };
  const result = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    ignorers: [sample],
    excludedMutations,
  });
  for (const { name, content } of result.files) writeFileSync(name, content);
  return result.mutants
    .filter(({ status }) => status === undefined)
    .map((mutant) => ({
      ...mutant,
      fileName: path.relative(copy, mutant.fileName),
      location: { start: fromOne(mutant.location.start), end: fromOne(mutant.location.end) },
    }));
}

/**
 * The instrumenter counts from 0, links count from 1.
 * @param {import('@stryker-mutator/api/core').Position} position
 */
function fromOne({ line, column }) {
  return { line: line + 1, column: column + 1 };
}

/** @param {string} copy */
function filesForVscode(copy) {
  return readdirSync(path.join(copy, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join('src', name.replaceAll(path.sep, '/')))
    .filter((name) => name.endsWith('.ts') && !runsOnce.test(name))
    .filter((name) =>
      readFileSync(path.join(copy, name), 'utf8').includes("import * as vscode from 'vscode'"),
    )
    .sort();
}

/**
 * Makes each statement that is only an expression a block of its own, on the same lines. Stryker empties blocks, but
 * has no mutant that leaves out a call or an assignment.
 * @param {string} text
 */
function withBlocks(text) {
  /** @type {[number, string][]} */
  const braces = [];
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isExpressionStatement(node) && !isSuperCall(node.expression))
      braces.push([node.getStart(), '{'], [node.end, '}']);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, true));
  return braces
    .sort(([one], [other]) => other - one)
    .reduce((result, [at, brace]) => result.slice(0, at) + brace + result.slice(at), text);
}

/**
 * It must stay where it is in a constructor.
 * @param {ts.Expression} expression
 */
function isSuperCall(expression) {
  return ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** @type {import('@stryker-mutator/api/logging').Logger} */
const silent = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};
