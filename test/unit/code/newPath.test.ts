import assert from 'node:assert/strict';
import { matchesGlob } from '../../../src/code/glob';
import { newPath } from '../../../src/code/newPath';

const project = { platforms: [], files: ['scheduled-queries/**/*.lq'], defaults: {} };

describe('The path of a new file', () => {
  it('stays inside the folder, whatever the name of the query', () => {
    for (const name of [
      '../../etc/passwd',
      'a/b\\c',
      '.hidden',
      'CON',
      'x'.repeat(255),
      '\u0000',
      '   ',
      '시간당 실패',
    ]) {
      const path = newPath(name, project, new Set());
      assert.match(path, /^scheduled-queries\/[^/\\]{1,110}\.lq$/);
      assert.doesNotMatch(path, /\/\.|^scheduled-queries\/CON\.|\p{Cc}/u);
    }
    assert.equal(newPath('시간당 실패', project, new Set()), 'scheduled-queries/시간당 실패.lq');
  });

  it('is one that no other file has, in whatever case', () => {
    const used = new Set(['scheduled-queries/logins.lq', 'scheduled-queries/logins-2.lq']);

    assert.equal(newPath('Logins', project, used), 'scheduled-queries/Logins-3.lq');
  });

  it('matches the pattern of the project', () => {
    const files = ['queries/*/*.lq'];

    assert.ok(matchesGlob(newPath('a', { ...project, files }, new Set()), 'queries/*/*.lq'));
  });
});

describe('A pattern of paths', () => {
  it('matches as in a shell', () => {
    const paths = ['a.lq', 'q/a.lq', 'q/r/a.lq', 'q/r/b.txt', 'q/(a).lq'];
    const matching = (pattern: string): readonly string[] =>
      paths.filter((path) => matchesGlob(path, pattern));

    assert.deepEqual(matching('q/**/*.lq'), ['q/a.lq', 'q/r/a.lq', 'q/(a).lq']);
    assert.deepEqual(matching('*.lq'), ['a.lq']);
    assert.deepEqual(matching('**'), paths);
    assert.deepEqual(matching('q/?.lq'), ['q/a.lq']);
    assert.deepEqual(matching('q/r/*.{lq,txt}'), ['q/r/a.lq', 'q/r/b.txt']);
    assert.deepEqual(matching('q/(a).lq'), ['q/(a).lq']);
  });
});
