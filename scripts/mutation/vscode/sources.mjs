import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Registration, which runs once in a window: no test can run it again with a mutant. */
const runsOnce = /^src\/(extension|openFeatures|entryPoints)\.ts$|\/index\.ts$|^src\/testing\//;

/**
 * @param {string} copy of the project
 * @returns {string[]}
 */
export function filesForVscode(copy) {
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
 * @returns {string}
 */
export function withBlocks(text) {
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
