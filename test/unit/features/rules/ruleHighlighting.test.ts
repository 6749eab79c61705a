import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { INITIAL, parseRawGrammar, Registry } from 'vscode-textmate';
import { createOnigScanner, createOnigString, loadWASM } from 'vscode-oniguruma';
import { ruleText } from '../../../../src/features/rules/ruleText';

/** The lines of a rule's document that are highlighted as a query. */
async function queryLines(text: string): Promise<string[]> {
  await loadWASM(readFileSync(createRequire(__filename).resolve('vscode-oniguruma/release/onig.wasm')));
  const registry = new Registry({
    onigLib: Promise.resolve({ createOnigScanner, createOnigString }),
    loadGrammar: (scope) => {
      if (!scope.startsWith('source.logbench-')) return Promise.resolve(null);
      const file = `syntaxes/${scope.replace('source.', '')}.tmLanguage.json`;
      return Promise.resolve(parseRawGrammar(readFileSync(file, 'utf8'), file));
    },
  });
  const grammar = await registry.loadGrammar('source.logbench-rule');
  assert.ok(grammar);
  let state = INITIAL;
  return text.split('\n').filter((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return line !== '' && tokens.some(({ scopes }) => scopes.join(' ').includes('logbench-query'));
  });
}

describe('The highlighting of a rule’s document', () => {
  it('distinguishes the queries from the settings below them', async () => {
    const commands = [{ ordinal: 1, query: 'search b == 2' }];
    const text = ruleText({ name: 'Port scan', query: 'table a\n| stats count', commands }, ['heading']);

    assert.deepEqual(await queryLines(text), ['table a', '| stats count', 'search b == 2']);
  });
});
