import { lab as connection } from '../../../../support/labConnection';
import assert from 'node:assert/strict';
import {
  askKeywords,
  keywordsOf,
  ConnectionNode,
  connectionOf,
  EmptyNode,
  FailureNode,
  LoadingNode,
  MoreNode,
  RowNode,
  SectionNode,
  selectedRows,
} from '../../../../../src/extension/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';

const section = new SectionNode(connection, 'tables');

function row(value: unknown): RowNode {
  return new RowNode(
    connection,
    'tables',
    { id: String(value), label: String(value), contextValue: 'table', value },
    section,
  );
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

describe('The arguments of a command', () => {
  it('select no rows and no connection when the command is called from the Command Palette', () => {
    assert.deepEqual(selectedRows([], asString), []);
    assert.equal(connectionOf([]), undefined);
    assert.equal(connectionOf([{ connection }]), undefined);
  });

  it('select all rows if the clicked one is among them, and none if VS Code is reading one of them again', () => {
    const [one, two] = [row('one'), row('two')];
    const names = (...args: readonly unknown[]): readonly string[] =>
      selectedRows(args, asString).map(({ value }) => value);
    assert.deepEqual(names(one, [one, two, section]), ['one', 'two']);
    assert.deepEqual(names(two, [one]), ['two']);
    assert.deepEqual(names(one, [one, undefined, two]), []);
    assert.deepEqual(names(undefined, [undefined, two]), []);
    assert.deepEqual(names(undefined, undefined), []);
  });

  it('name the connection of any node', () => {
    const nodes = [
      new ConnectionNode(connection),
      section,
      row('one'),
      new MoreNode(row('one')),
      new FailureNode(section, 'why'),
      new EmptyNode(section),
      new LoadingNode(section),
    ];
    assert.deepEqual(
      nodes.map((node) => [node.kind, connectionOf([node])?.name]),
      ['connection', 'section', 'row', 'more', 'failure', 'empty', 'loading'].map((kind) => [kind, 'Lab']),
    );
  });
});

describe('A section of the explorer', () => {
  it('is filtered by the text that the user enters, and by none when that is empty', async () => {
    const filter = { label: '"web"', fields: { keywords: 'web' } };
    const prompts = new ScriptedPrompts([{ input: ' web ' }, { input: ' ' }]);
    assert.deepEqual(await askKeywords('Filter', undefined, prompts), filter);
    assert.equal(await askKeywords('Filter', filter, prompts), undefined);
    assert.match(prompts.seen[0] ?? '', /"value":""/);
    assert.match(prompts.seen[1] ?? '', /"value":"web"/);
    assert.equal(keywordsOf(undefined), undefined);
  });
});
