import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { inProject } from '../../scripts/project.mjs';
import { filesIn } from '../../scripts/sources.mjs';

/** What a bundle lacks, has without a use, and has with other placeholders than the original. */
interface Comparison {
  readonly missing: readonly string[];
  readonly stale: readonly string[];
  readonly different: readonly string[];
}

/** Compares the Korean bundles with the code and the manifest. */
export function compareTranslations(): Record<'code' | 'manifest' | 'english', Comparison> & {
  /** Calls of `t` whose text is not a literal, so that it cannot be translated. */
  readonly computed: readonly string[];
} {
  const { sentences, computed } = findSentences();
  const english = bundle('package.nls.json');
  const keys = readFileSync(inProject('package.json'), 'utf8').matchAll(/"%([\w.]+)%"/g);
  const used = Object.fromEntries([...keys].map(([, key = '']) => [key, english[key] ?? '']));
  return {
    code: compare(sentences, bundle('l10n/bundle.l10n.ko.json')),
    manifest: compare(english, bundle('package.nls.ko.json')),
    english: compare(used, english),
    computed,
  };
}

type Bundle = Readonly<Record<string, string>>;

function bundle(name: string): Bundle {
  return JSON.parse(readFileSync(inProject(name), 'utf8')) as Bundle;
}

function compare(original: Bundle, translated: Bundle): Comparison {
  const agree = (key: string): boolean =>
    String(placeholders(original[key])) === String(placeholders(translated[key]));
  return {
    missing: Object.keys(original).filter((key) => !translated[key]),
    stale: Object.keys(translated).filter((key) => !(key in original)),
    different: Object.keys(original).filter((key) => translated[key] && !agree(key)),
  };
}

function placeholders(text = ''): readonly string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

/** All text for users: every first argument of `t`. */
function findSentences(): { sentences: Bundle; computed: string[] } {
  const sentences: Record<string, string> = {};
  const computed: string[] = [];
  for (const { node, location } of nodesIn(['src', 'media'], /\bt\(/)) {
    const isCall = ts.isCallExpression(node) && ts.isIdentifier(node.expression);
    if (!isCall || node.expression.getText() !== 't') continue;
    const [first] = node.arguments;
    if (first && ts.isStringLiteralLike(first)) sentences[first.text] = first.text;
    else if (first) computed.push(location());
  }
  return { sentences, computed };
}

interface Found {
  readonly node: ts.Node;
  readonly location: () => string;
}

/** All nodes of the TypeScript files with a `wanted` text; others are not parsed. */
export function* nodesIn(folders: readonly string[], wanted = /^/): Generator<Found> {
  for (const file of folders.flatMap(filesIn).filter((name) => /(?<!\.d)\.ts$/.test(name))) {
    const text = readFileSync(inProject(file), 'utf8');
    if (!wanted.test(text)) continue;
    const source = ts.createSourceFile(file, text, parsing, true);
    const nodes: ts.Node[] = [source];
    for (const node of nodes) {
      ts.forEachChild(node, (child) => void nodes.push(child));
      yield {
        node,
        location: () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`,
      };
    }
  }
}

/** The comments are not read, since they would take a third of the time. */
const parsing = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};
