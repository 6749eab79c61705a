import assert from 'node:assert/strict';
import { aggregates, commands, functions } from '../../../src/language/catalogue/catalogue';
import { editorOnlyCommandNames } from '../../../src/language/commandNames';
import { commandReaders } from '../../../src/language/commands/commandReaders';
import { aggregateNames, functionNames } from '../../../src/language/functionNames';
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

  it('describes each command that only the editor knows', () => {
    assert.deepEqual(
      names(commands.filter(({ runsLocally }) => !runsLocally)),
      [...editorOnlyCommandNames].sort(),
    );
  });

  it('describes each function and aggregate', () => {
    assert.deepEqual(names(functions), [...functionNames, '$'].sort());
    assert.deepEqual(names(aggregates), [...aggregateNames].sort());
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
