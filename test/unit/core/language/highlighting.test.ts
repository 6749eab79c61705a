import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';
import type { IGrammar } from 'vscode-textmate';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { writesOrSends } from '../../../../src/core/language/commandEffects';
import { aggregates, commands, functions } from '../../../../src/core/language/catalog/catalog';
import type { Located } from '../../../../src/core/language/expression';
import type { Segment, Term } from '../../../../src/core/language/outline';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { validQueries } from '../../../support/queryCorpus';

/** VS Code brings the real one. */
const yaml = parseRawGrammar('{"scopeName": "source.yaml", "patterns": []}', 'yaml.json');
const grammarPath = 'syntaxes/logbench-query.tmLanguage.json';

async function loadGrammar(): Promise<IGrammar> {
  const wasm = readFileSync(createRequire(__filename).resolve('vscode-oniguruma/release/onig.wasm'));
  await loadWASM(wasm);
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (scope) =>
      Promise.resolve(
        scope === 'source.yaml' ? yaml : parseRawGrammar(readFileSync(grammarPath, 'utf8'), grammarPath),
      ),
  });
  const grammar = await registry.loadGrammar('source.logbench-query');
  assert.ok(grammar);
  return grammar;
}

/** The scopes of each character of a text. */
function scopesOf(grammar: IGrammar, text: string): string[] {
  const scopes: string[] = [];
  let state = INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    for (const token of tokens) {
      for (let at = token.startIndex; at < Math.min(token.endIndex, line.length); at++)
        scopes.push(token.scopes.join(' '));
    }
    scopes.push('');
    state = ruleStack;
  }
  return scopes;
}

/** What the parser says each character is. */
function kindsOf(text: string): string[] {
  const kinds = Array.from({ length: text.length }, () => 'other');
  const fill = ({ from, to }: Located, kind: string): void => void kinds.fill(kind, from, to);
  const visit = (segments: readonly Segment[]): void => {
    for (const segment of segments) {
      if (segment.kind === 'comment') fill(segment, 'comment');
      if (segment.kind !== 'command') continue;
      if (segment.name) fill(segment.name, writesOrSends(segment.name.text) ? 'writing' : 'command');
      visitTerms(segment.terms);
    }
  };
  const visitTerms = (terms: readonly Term[]): void => {
    for (const term of terms) {
      if (term.kind === 'string') fill(term, 'string');
      if ('terms' in term) visitTerms(term.terms);
      if ('segments' in term) visit(term.segments);
    }
  };
  visit(parseQuery(text).sections.flatMap(({ segments }) => segments));
  // A pipe is what is left of its kind: it belongs neither to a string nor to a comment.
  return kinds.map((kind, at) => (kind === 'other' && text[at] === '|' ? 'pipe' : kind));
}

function kindOfScopes(scopes: string): string {
  if (scopes.includes('comment.block')) return 'comment';
  if (scopes.includes('string.quoted')) return 'string';
  if (scopes.includes('command.writing')) return 'writing';
  if (/(keyword\.control|entity\.name)\.command/.test(scopes)) return 'command';
  return scopes.includes('operator.pipe') ? 'pipe' : 'other';
}

describe('Highlighting', () => {
  let grammar: IGrammar;
  before(async () => {
    grammar = await loadGrammar();
  });

  it('agrees with the parser on commands, strings, comments and pipes of every query', () => {
    for (const text of validQueries) {
      const scopes = scopesOf(grammar, text);
      const actual = Array.from({ length: text.length }, (_, at) =>
        /\s/.test(text[at] ?? '') ? ' ' : kindOfScopes(scopes[at] ?? ''),
      );
      const expected = kindsOf(text).map((kind, at) => (/\s/.test(text[at] ?? '') ? ' ' : kind));

      assert.deepEqual(actual, expected, text);
    }
  });

  it('highlights only the front matter as YAML', () => {
    const front = '---\nname: table\n---\n';
    const text = `${front}table a | search b == "---"\n---`;
    const scopes = scopesOf(grammar, text);

    assert.match(scopes[front.indexOf('name')] ?? '', /meta\.embedded\.block\.yaml/);
    for (let at = front.length; at < text.length; at++) assert.doesNotMatch(scopes[at] ?? '', /yaml/);
    assert.equal(scopes[front.length], scopesOf(grammar, 'table a')[0]);
  });

  it('knows each command and function of the catalog', () => {
    for (const { name, writes } of commands) {
      const scope = scopesOf(grammar, `json "{}" | ${name} x`)[12] ?? '';
      assert.match(scope, writes ? /command\.writing/ : /keyword\.control\.command/, name);
    }
    for (const { name } of [...functions, ...aggregates, { name: 'of_another_platform' }]) {
      assert.match(scopesOf(grammar, `search ${name}(x)`)[7] ?? '', /support\.function/, name);
    }
  });

  it('marks unsupported operators as invalid', () => {
    for (const text of ['search a % b', 'search a && b', 'search ! b']) {
      assert.ok(
        scopesOf(grammar, text).some((scope) => scope.includes('invalid.illegal')),
        text,
      );
    }
  });
});
