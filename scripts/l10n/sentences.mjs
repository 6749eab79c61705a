import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../project.mjs';

/** @typedef {{ text: string, location: string }} Sentence what is said, and where it is said first */

/**
 * Finds all text for users: every first argument of `t`. A computed first argument cannot be translated, so
 * those are returned too, by position.
 * @param {readonly string[]} [folders]
 * @returns {{ sentences: Sentence[], computed: string[] }}
 */
export function findSentences(folders = ['src', 'media']) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @type {string[]} */
  const computed = [];
  for (const source of sourceFiles(folders, /\bt\(/)) {
    visitCalls(source, (call) => {
      const [first] = call.arguments;
      if (first === undefined) return;
      const text = literalText(first);
      if (text === undefined) computed.push(locationOf(source, call));
      else if (!found.has(text)) found.set(text, locationOf(source, call));
    });
  }
  return { sentences: [...found].map(([text, location]) => ({ text, location })), computed };
}

/**
 * The keys of the manifest in `package.nls.json`.
 * @param {string} manifest
 * @returns {string[]}
 */
export function findManifestKeys(manifest) {
  return [...new Set([...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => String(key)))];
}

/**
 * The sorted placeholders of a sentence: `{0}`, `{name}`.
 * @param {string} text
 * @returns {string[]}
 */
export function placeholders(text) {
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
}

/** Nobody reads the comments, which would take a third of the time. */
const parsing = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/**
 * @param {readonly string[]} folders
 * @param {RegExp} [wanted] what the text of a file contains; others are not parsed
 * @returns {Generator<ts.SourceFile>}
 */
export function* sourceFiles(folders, wanted = /^/) {
  for (const folder of folders) {
    const entries = readdirSync(path.join(projectFolder, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || !/(?<!\.d)\.ts$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      if (wanted.test(text)) yield ts.createSourceFile(file, text, parsing, true);
    }
  }
}

/**
 * @param {ts.SourceFile} source
 * @param {(call: ts.CallExpression) => void} report
 */
function visitCalls(source, report) {
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't')
      report(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/**
 * @param {ts.Expression} expression
 * @returns {string | undefined}
 */
function literalText(expression) {
  return ts.isStringLiteralLike(expression) ? expression.text : undefined;
}

/**
 * @param {ts.SourceFile} source
 * @param {ts.Node} node
 */
export function locationOf(source, node) {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${path.relative(projectFolder, source.fileName).replaceAll('\\', '/')}:${line + 1}`;
}
