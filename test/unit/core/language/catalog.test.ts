import assert from 'node:assert/strict';
import { aggregates, commands, functions, inKorean } from '../../../../src/core/language/catalog/catalog';
import { commandSnippets, operandSnippets } from '../../../../src/core/language/catalog/snippets';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { commandReaders } from '../../../../src/core/language/readSection';

function names(entries: readonly { readonly name: string }[]): string[] {
  return entries.map(({ name }) => name).sort();
}

describe('The catalog', () => {
  it('describes each command of the parser, and no other as running locally', () => {
    const described = new Set(names(commands));
    for (const name of commandReaders.keys()) assert.ok(described.has(name), name);
    for (const { name, runsLocally } of commands) if (runsLocally) assert.ok(commandReaders.has(name), name);
  });

  it('describes everything in English and Korean', () => {
    const described = [
      ...commands,
      ...commands.flatMap(({ options }) => options),
      ...functions,
      ...aggregates,
    ];
    for (const { name, description } of described) {
      assert.match(description, /[.]\)?$/, name);
      assert.match(inKorean(description), /[가-힣].*[.]\)?$/, name);
    }
    for (const { title } of [...commandSnippets, ...operandSnippets])
      assert.match(inKorean(title), /[가-힣]/);
  });

  it('knows of each command that completes tables that it names some', () => {
    const isNaming = ({ expects }: (typeof commands)[number]): boolean =>
      expects?.({ terms: [], item: [], options: [] }).tables === true;
    const forgotten = commands.filter((command) => isNaming(command) && !command.namesTables);
    assert.deepEqual(names(forgotten), []);
  });

  it('has valid examples, each of a command that uses it, and one of each that runs locally', () => {
    const shown = commands.filter(({ example }) => example !== '');
    assert.deepEqual(names(commands.filter(({ example, runsLocally }) => runsLocally && example === '')), []);
    const examples = [
      ...shown.map(({ example }) => example),
      ...functions.map(({ example }) => `eval x = ${example}`),
      ...aggregates.map(({ example }) => `stats ${example}`),
    ];
    for (const example of examples) assert.deepEqual(parseQuery(example).problems, [], example);
    for (const { name, example } of shown) assert.match(example, new RegExp(`\\b${name}\\b`));
  });
});
