import assert from 'node:assert/strict';
import { matchesGlob } from '../../../../src/core/project/glob';
import { newPath as newPathOf, pathKey } from '../../../../src/core/project/newPath';

const project = { platforms: [], files: ['scheduled-queries/**/*.lq'], defaults: {} };

function newPath(...args: Parameters<typeof newPathOf>): string {
  return newPathOf(...args) ?? '';
}

describe('The path of a new file', () => {
  it('stays inside the folder for any name of a query', () => {
    for (const name of [
      '../../etc/passwd',
      'a/b\\c',
      '.hidden',
      'CON',
      'x'.repeat(255),
      '\u0000',
      '   ',
      '시간당 실패',
      '가'.repeat(255),
      `x${'😀'.repeat(120)}`,
      'COM¹',
      '\u202Egnp.exe',
      '\uFEFFmark',
    ]) {
      const path = newPath(name, project, new Set());
      assert.match(path, /^scheduled-queries\/[^/\\]{1,110}\.lq$/);
      assert.doesNotMatch(path, /\/\.|\/CO(N|M¹)\.|[\p{Cc}\p{Cf}\p{Cs}]/u);
      const added = `-8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11.${process.pid}.tmp`;
      assert.ok(Buffer.byteLength(path.slice('scheduled-queries/'.length) + added) <= 255, path);
    }
    const nameOf = (name: string): string =>
      newPath(name, project, new Set()).slice('scheduled-queries/'.length);
    assert.equal(nameOf('시간당 실패'), '시간당 실패.lq');
    assert.deepEqual(['a/b:?c', ' ..a . ', 'con.txt', 'concert', '...'].map(nameOf), [
      'a-b-c.lq',
      'a.lq',
      'query-con.txt.lq',
      'concert.lq',
      'query.lq',
    ]);
  });

  it('is unique in any case and composition of letters', () => {
    const paths = ['logins.lq', 'logins-2.lq', 'cafe\u0301.lq'].map((name) => `scheduled-queries/${name}`);
    const used = new Set(paths.map(pathKey));

    assert.equal(newPath('Logins', project, used), 'scheduled-queries/Logins-3.lq');
    assert.equal(newPath('Café', project, used), 'scheduled-queries/Café-2.lq');
  });

  it('matches the pattern of the project', () => {
    const files = ['queries/*/*.lq'];

    assert.ok(matchesGlob(newPath('a', { ...project, files }, new Set()), 'queries/*/*.lq'));
    const pathIn = (...patterns: readonly string[]): string =>
      newPath('a', { ...project, files: patterns }, new Set());
    assert.deepEqual(
      [pathIn('queries/*/*.lq'), pathIn('*.lq', 'b/*.lq'), pathIn('q/b.lq'), pathIn()],
      ['queries/pulled/a.lq', 'a.lq', 'q/b.lq', ''],
    );
    assert.deepEqual(
      [pathIn('{b,c}/**/*.lq'), pathIn('q/**/*.det.lq'), pathIn('q/prod-*.lq'), pathIn('q/**')],
      ['b/a.lq', 'q/a.det.lq', 'q/prod-a.lq', 'q/a.lq'],
    );
    const used = new Set(['q/b.lq']);
    assert.equal(newPathOf('a', { ...project, files: ['q/b.lq'] }, used), undefined);
    assert.equal(newPathOf('a', { ...project, files: ['q/b.lq', '*.lq'] }, used), 'a.lq');
  });
});

describe('A glob', () => {
  it('is evaluated quickly despite many wildcards', () => {
    assert.ok(!matchesGlob('a'.repeat(250), `${'*a'.repeat(40)}b`));
    assert.ok(matchesGlob('a'.repeat(250), '*a'.repeat(40)));
    assert.ok(!matchesGlob('a/'.repeat(500), `${'**/a/'.repeat(40)}b`));
    assert.ok(!matchesGlob('a'.repeat(250), `${'{a,b}'.repeat(40)}b`));
  });
});
