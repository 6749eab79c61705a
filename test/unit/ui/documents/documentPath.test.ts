import assert from 'node:assert/strict';
import { posix } from 'node:path';
import type { Platforms } from '../../../../src/ui/connections/connection';
import {
  documentParts,
  documentPath,
  documentsOf,
  isAbout,
} from '../../../../src/ui/documents/documentSource';

describe('The path of a document to be read', () => {
  it('has the title as a folder, dots and all, since a tab is named after that', () => {
    assert.equal(
      documentPath(['Seoul', 'tables', 'v1.2 logs.txt']),
      '/logbench-document/Seoul/tables/v1.2 logs/v1.2 logs.txt',
    );
  });

  it('has no more folders than it was given, whatever is in a name', () => {
    assert.equal(documentPath(['Seoul', 'results', 'in/out.txt']).split('/').length, 6);
  });

  it('gives back what it was made of', () => {
    const parts = ['Plant/Seoul', 'tables', 'v1.2 in/out.txt'];

    assert.deepEqual(documentParts(documentPath(parts)), parts);
  });

  for (const name of ['.', '..', '...', 'half \ud83d of a character']) {
    it(`is an address that stays as it is: ${JSON.stringify(name)}`, () => {
      const path = documentPath([name, 'rules', `${name}.lrule`]);

      assert.equal(posix.normalize(path), path);
      assert.doesNotThrow(() => encodeURIComponent(path));
      assert.equal(isAbout(path, name), true);
      assert.deepEqual(documentParts(path), [name, 'rules', `${name}.lrule`]);
    });
  }

  it('tells which connection it is about', () => {
    const path = documentPath(['Plant', 'tables', 'Seoul.txt']);

    assert.deepEqual([isAbout(path, 'Plant'), isAbout(path, 'Seoul')], [true, false]);
  });
});

describe('A document of a connection', () => {
  it('is read by the path below its connection, as long as that exists', async () => {
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
