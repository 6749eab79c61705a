import assert from 'node:assert/strict';
import { aggregates, commands, functions } from '../../../src/language/catalog/catalog';
import { commandReaders } from '../../../src/language/commands/commandReaders';
import { parseQuery } from '../../../src/language/parseQuery';

function names(entries: readonly { readonly name: string }[]): string[] {
  return entries.map(({ name }) => name).sort();
}

describe('The catalogue', () => {
  it('describes each command that the parser reads, and no other as running locally', () => {
    assert.deepEqual(
      names(commands.filter(({ runsLocally }) => runsLocally)),
      [...commandReaders.keys()].sort(),
    );
  });

  it('has a description of everything in both languages', () => {
    const described = [
      ...commands,
      ...commands.flatMap(({ options }) => options),
      ...functions,
      ...aggregates,
    ];
    for (const { name, description } of described) {
      assert.match(description.en, /[.]\)?$/, name);
      assert.match(description.ko, /[가-힣].*[.]\)?$/, name);
    }
  });

  it('gives examples that nothing is wrong with', () => {
    const examples = [
      ...commands.map(({ example }) => example),
      ...functions.map(({ example }) => `eval x = ${example}`),
      ...aggregates.map(({ example }) => `stats ${example}`),
    ];
    for (const example of examples) assert.deepEqual(parseQuery(example).problems, [], example);
  });

  it('gives each command an example that uses it', () => {
    for (const { name, example } of commands) assert.match(example, new RegExp(`\\b${name}\\b`));
  });
});
