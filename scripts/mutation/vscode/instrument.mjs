import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { reasonToLeaveOut } from '../sample.mjs';
import { filesForVscode, withBlocks } from './sources.mjs';

/**
 * A small change in the code, which the instrumented code makes while its number is the active one.
 * @typedef {Pick<import('@stryker-mutator/api/core').Mutant, 'id' | 'fileName' | 'location' | 'mutatorName' | 'replacement'>} Mutant
 */

/** Texts and literals are for people or for VS Code, and are checked by other tests. */
const excludedMutations = ['StringLiteral', 'ObjectLiteral', 'ArrayDeclaration', 'Regex', 'ArrowFunction'];

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
    shouldIgnore: (/** @type {Parameters<typeof reasonToLeaveOut>[0]} */ place) =>
      reasonToLeaveOut(place, oneIn),
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
