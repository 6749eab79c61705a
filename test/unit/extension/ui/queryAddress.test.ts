import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { keyOf, parsePath, pathOf } from '../../../../src/extension/ui/queryAddress';
import { someGuid } from '../../../support/scheduledQueries';

describe('The address of a scheduled query', () => {
  for (const connection of [
    'prod',
    'Seoul / DMZ',
    '100% ours',
    'a%2Fb',
    '운영',
    'back\\slash',
    '[a](command:b)',
    '.',
    '..',
    '%2E%2E',
    'a∕b ⧵ \u2060∕',
    'turned \u202e and \u0007 half \ud83d',
    'already ［so］ ％25',
    'invisible \u200e \u{e0001} 👨‍👩‍👧 [U+200E]',
    '\u2060[U+FFFFFF]',
    '$\u200a(x) ](y)',
  ]) {
    it(`is parsed back to the connection "${connection}"`, () => {
      const path = pathOf({ connection, guid: someGuid }, 'Failed logins');
      assert.deepEqual(parsePath(path), { connection, guid: someGuid });
      assert.doesNotThrow(() => encodeURIComponent(path));
      assert.equal(posix.normalize(path), path, 'no part is a relative path');
    });
  }

  for (const connection of ['[a](command:b)', '100 % [ours]', 'Seoul [DMZ] 100%', 'a.b']) {
    it(`reads like the name of the connection in a tab: ${connection}`, () => {
      const [, shown] = pathOf({ connection, guid: someGuid }, 'Failed logins').split('/');
      assert.equal(shown?.replaceAll(/[\u2060\u200a]/g, ''), connection);
    });
  }

  // VS Code throws at half of a character while it draws a row, and then the whole tree stays empty.
  for (const name of [
    ...['a/b', '..', '', '\u0000', 'x'.repeat(300), '로그인 실패', 'a\\b', 'tab\there'],
    ...[`${'b'.repeat(119)}😀 tail`, 'half \ud83d of a character', '\udc00'],
  ]) {
    it(`has four parts that can be encoded, whatever the name: ${JSON.stringify(name.slice(-12))}`, () => {
      const path = pathOf({ connection: 'prod', guid: someGuid }, name);
      assert.doesNotThrow(() => encodeURIComponent(path));
      assert.equal(path.split('/').length, 5);
      assert.match(path, /\.lq$/);
      assert.deepEqual(parsePath(path), { connection: 'prod', guid: someGuid });
    });
  }

  it('is the same for a GUID in upper case', () => {
    const path = pathOf({ connection: 'prod', guid: someGuid.toUpperCase() }, 'Failed logins');
    assert.deepEqual(parsePath(path), { connection: 'prod', guid: someGuid });
    const [key, other] = [someGuid, someGuid.toUpperCase()].map((guid) =>
      keyOf({ connection: 'prod', guid }),
    );
    assert.deepEqual([key, other], [`prod/${someGuid}`, `prod/${someGuid}`]);
  });

  it('ends with the name, in one part and without blanks around it, or with a default', () => {
    const fileOf = (name: string): string =>
      posix.basename(pathOf({ connection: 'prod', guid: someGuid }, name));
    assert.deepEqual([' a/b\\c\td ', '', ' '].map(fileOf), ['a∕b⧵c d.lq', 'query.lq', 'query.lq']);
    for (const connection of ['a.b.', '.a'])
      assert.equal(pathOf({ connection, guid: someGuid }, 'a').split('/')[1], connection);
  });

  it('cuts a long name between characters', () => {
    const path = pathOf({ connection: 'prod', guid: someGuid }, `${'가'.repeat(119)}😀${'나'.repeat(100)}`);
    assert.equal(path.slice(path.lastIndexOf('/') + 1), `${'가'.repeat(119)}.lq`);
    assert.equal(parsePath(path)?.guid, someGuid);
  });

  for (const rule of ['batch', 'stream'] as const) {
    it(`is parsed back to a ${rule} rule, whatever its name`, () => {
      for (const name of ['a/b', '', 'v1.2', '[a](command:b)']) {
        const path = pathOf({ connection: 'Seoul / DMZ', guid: someGuid, rule }, name);
        assert.ok(path.includes(`/rules/${rule}/${someGuid}/`), path);
        assert.match(path, /\.lqrule$/);
        assert.deepEqual(parsePath(path), { connection: 'Seoul / DMZ', guid: someGuid, rule });
      }
    });
  }

  it('differs between a query and rules with the same GUID', () => {
    const of = { connection: 'prod', guid: someGuid };
    const keys = [of, { ...of, rule: 'batch' as const }, { ...of, rule: 'stream' as const }].map(keyOf);
    assert.equal(new Set(keys).size, 3);
  });

  for (const path of [
    `/prod/rules/batch/${someGuid}/a.lq`,
    `/prod/rules/other/${someGuid}/a.lqrule`,
    `/prod/rules/batch/x/a.lqrule`,
    `/prod/rules/batch/${someGuid}`,
    `/prod/rules/${someGuid}/a.lqrule`,
    `/prod/rules/batch/${someGuid}/a/b.lqrule`,
    '',
    '/',
    '/prod',
    `x/prod/scheduled-queries/${someGuid}/a.lq`,
    `/prod/scheduled-queries/${someGuid}`,
    '/prod/scheduled-queries//a.lq',
    `/prod/tables/${someGuid}/a.lq`,
    '/prod/scheduled-queries/x/a.lq',
    `/prod/scheduled-queries/${someGuid}/a.txt`,
    `/prod/scheduled-queries/${someGuid}/a.lq/b.lq`,
  ]) {
    it(`is not "${path}"`, () => {
      assert.equal(parsePath(path), undefined);
    });
  }
});
