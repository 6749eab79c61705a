import assert from 'node:assert/strict';
import { posix } from 'node:path';
import type { Platforms } from '../../../../../src/extension/ui/connections/connection';
import {
  documentParts,
  documentPath,
  documentsOf,
  isAbout,
} from '../../../../../src/extension/ui/documents/documentContents';

describe('The path of a document to be read', () => {
  it('has the title as a folder, since a tab is named after that, and a fixed number of folders', () => {
    const path = documentPath(['Seoul', 'tables', 'v1.2 logs.txt']);
    assert.equal(path, '/logbench-document/Seoul/tables/v1.2 logs/v1.2 logs.txt');
    assert.equal(documentPath(['Seoul', 'results', 'in/out.txt']).split('/').length, 6);
  });

  for (const name of ['.', '..', '...', 'half \ud83d of a character']) {
    it(`is an address that stays as it is: ${JSON.stringify(name)}`, () => {
      const path = documentPath([name, 'rules', `${name}.lqrule`]);

      assert.equal(posix.normalize(path), path);
      assert.doesNotThrow(() => encodeURIComponent(path));
      assert.equal(isAbout(path, name), true);
      assert.deepEqual(documentParts(path), [name, 'rules', `${name}.lqrule`]);
    });
  }

  it('belongs to its connection', () => {
    const path = documentPath(['Plant', 'tables', 'Seoul.txt']);

    assert.deepEqual([isAbout(path, 'Plant'), isAbout(path, 'Seoul')], [true, false]);
  });
});

describe('A document of a connection', () => {
  it('is read by the path below its connection while that exists', async () => {
    const connections = ['Busan', 'Plant/Seoul'].map((name) => ({ name }));
    const platforms = { all: () => connections } as unknown as Platforms;
    const read = documentsOf(platforms, ({ name }, path) =>
      Promise.resolve({ text: [name, ...path].join(' '), actions: [] }),
    );
    const { signal } = new AbortController();
    assert.equal(
      (await read(documentPath(['Plant/Seoul', 'tables', 'web.txt']), signal))?.text,
      'Plant/Seoul tables web.txt',
    );
    await assert.rejects(read(documentPath(['Plant', 'tables', 'web.txt']), signal), {
      name: 'ExplainedError',
      message: 'The connection “Plant” no longer exists. Add it again, or close this tab.',
    });
  });
});
