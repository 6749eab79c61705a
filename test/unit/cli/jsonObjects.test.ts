import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { readJsonObjects } from '../../../src/cli/sigma/loadEvents';

async function objectsOf(text: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const { line, text: object } of readJsonObjects(Readable.from(text.split('\n')))) {
    found.push([line, JSON.parse(object)]);
  }
  return found;
}

describe('The events of a file', () => {
  it('are one per line, without blank lines and a byte order mark', async () => {
    assert.deepEqual(await objectsOf('\uFEFF{"a":1}\r\n\n  \n{"a":"}\\"{"}'), [
      [1, { a: 1 }],
      [4, { a: '}"{' }],
    ]);
  });

  it('are concatenated objects, each over several lines', async () => {
    assert.deepEqual(await objectsOf('{\n "a": [1, {"b": "["}]\n}\n{}{\n"c": 2}\n'), [
      [1, { a: [1, { b: '[' }] }],
      [4, {}],
      [4, { c: 2 }],
    ]);
  });

  it('are the items of a list', async () => {
    assert.deepEqual(await objectsOf('[{"a":1},\n {"a":2}\n]'), [
      [1, { a: 1 }],
      [2, { a: 2 }],
    ]);
  });

  it('are passed on when they are no objects, and rejected when incomplete', async () => {
    assert.deepEqual(await objectsOf('[[1],\n2, "x"]'), [
      [1, [1]],
      [2, 2],
      [2, 'x'],
    ]);
    await assert.rejects(objectsOf('{"a":1}\n{"a":\n'), SyntaxError);
    await assert.rejects(objectsOf('{"a":1}}'), SyntaxError);
  });
});
