import assert from 'node:assert/strict';
import fc from 'fast-check';
import { staysInside } from '../../../../src/core/project/fileNames';
import { folderOfGlob, matchesGlob } from '../../../../src/core/project/glob';

const pieces = [
  '**/',
  '**',
  '*',
  '?',
  '/',
  'a',
  'b',
  '😀',
  '.lq',
  '{',
  '}',
  '{a,b}',
  '{*a,b?,}',
  '{a/b}',
  '{}',
  ',',
];

/** What a shell makes of a pattern, as a regular expression. */
function expressionOf(pattern: string): RegExp {
  const source = pattern.replaceAll(/(?<=^|\/)\*\*\/|\{[^{}/]*\}|\*\*|[^]/gu, (part) => {
    if (part === '**/') return '(?:[^]*/)?';
    if (!/^\{.*\}$/.test(part)) return partOf(part);
    const choices = part.slice(1, -1).split(',');
    return `(?:${choices.map((choice) => choice.replaceAll(/\*\*|[^]/gu, partOf)).join('|')})`;
  });
  return new RegExp(`^${source}$`, 'u');
}

function partOf(part: string): string {
  if (part === '**') return '[^]*';
  if (part === '*') return '[^/]*';
  return part === '?' ? '[^/]' : part.replace(/[.{}/]/, '\\$&');
}

describe('A glob', () => {
  it('matches what the same pattern matches as a regular expression', () => {
    const pattern = fc.array(fc.constantFrom(...pieces), { maxLength: 7 }).map((parts) => parts.join(''));
    const path = fc
      .array(fc.constantFrom('a', 'b', '/', '😀', '.lq', '*', '{', ','), { maxLength: 7 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(pattern, fc.array(path, { minLength: 5, maxLength: 5 }), (glob, paths) => {
        const expected = expressionOf(glob);
        for (const one of paths) assert.equal(matchesGlob(one, glob), expected.test(one), `${glob} ${one}`);
      }),
      { numRuns: 500 },
    );
  });

  it('has one folder above its files', () => {
    const folders = {
      '*.lq': '',
      'a.lq': '',
      'a/b.lq': 'a',
      'a/b/*.lq': 'a/b',
      'a/b?/c.lq': 'a',
      'a/{b,c}/d.lq': 'a',
      '**/a.lq': '',
    };
    for (const [pattern, folder] of Object.entries(folders)) assert.equal(folderOfGlob(pattern), folder);
  });

  it('is outside its folder when it contains .. or starts at the root', () => {
    const inside = ['a/b.lq', '..a/b..c/..d', 'a...', '.../a', '.a'];
    const outside = ['..', '../a', 'a/..', 'a/../b', '/a', 'a\\b'];

    assert.deepEqual(
      inside.map(staysInside),
      inside.map(() => true),
    );
    assert.deepEqual(
      outside.map(staysInside),
      outside.map(() => false),
    );
  });
});
