import assert from 'node:assert/strict';
import {
  ConnectionNode,
  connectionOf,
  RowNode,
  SectionNode,
  selectedRows,
} from '../../../../src/ui/explorer/explorerNode';

const connection = {
  name: 'A',
  baseUrl: 'http://a',
  product: 'core',
  environment: 'local',
  readOnly: false,
} as const;
const section = new SectionNode(connection, 'tables');

function row(value: unknown): RowNode {
  return new RowNode(
    connection,
    'tables',
    { id: String(value), label: String(value), contextValue: 'table', value },
    section,
  );
}

const isText = (value: unknown): value is string => typeof value === 'string';

describe('The arguments of a command', () => {
  it('stand for the whole selection when the clicked row is part of it', () => {
    const [one, two] = [row('one'), row('two')];
    assert.deepEqual(
      selectedRows([one, [one, two]], isText).map(({ value }) => value),
      ['one', 'two'],
    );
  });

  it('stand for the clicked row alone when it is not selected', () => {
    const [one, two] = [row('one'), row('two')];
    assert.deepEqual(
      selectedRows([one, [two]], isText).map(({ value }) => value),
      ['one'],
    );
  });

  it('leave out rows of another kind', () => {
    const [one, other] = [row('one'), row(2)];
    assert.deepEqual(
      selectedRows([one, [one, other]], isText).map(({ value }) => value),
      ['one'],
    );
  });

  it('stand for nothing when it was called from the palette', () => {
    assert.deepEqual(selectedRows([], isText), []);
    assert.equal(connectionOf([]), undefined);
    assert.equal(connectionOf([{ connection }]), undefined);
  });

  it('name the connection of any node', () => {
    assert.deepEqual(
      [new ConnectionNode(connection), section, row('one')].map((node) => connectionOf([node])?.name),
      ['A', 'A', 'A'],
    );
  });
});
