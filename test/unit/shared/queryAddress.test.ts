import assert from 'node:assert/strict';
import { parsePath, pathOf } from '../../../src/shared/queryAddress';
import { someGuid } from '../../support/scheduledQueries';

describe('the address of a scheduled query', () => {
  for (const connection of [
    'prod',
    'Seoul / DMZ',
    '100% ours',
    'a%2Fb',
    '운영',
    'back\\slash',
    '[a](command:b)',
  ]) {
    it(`leads back to the connection "${connection}"`, () => {
      const path = pathOf({ connection, guid: someGuid }, 'Failed logins');
      assert.deepEqual(parsePath(path), { connection, guid: someGuid });
    });
  }

  for (const name of ['a/b', '..', '', '\u0000', 'x'.repeat(300), '로그인 실패', 'a\\b', 'tab\there']) {
    it(`has four parts whatever the query is called: ${JSON.stringify(name.slice(0, 12))}`, () => {
      const path = pathOf({ connection: 'prod', guid: someGuid }, name);
      assert.equal(path.split('/').length, 5);
      assert.match(path, /\.lq$/);
      assert.deepEqual(parsePath(path), { connection: 'prod', guid: someGuid });
    });
  }

  it('makes no link where VS Code puts the name of the file into a message', () => {
    const name = '[a](command:b) $(x)';
    const path = pathOf({ connection: '[a](command:b)', guid: someGuid }, name);
    assert.doesNotMatch(path, /\]\(|\$\(/);
  });

  for (const path of [
    '',
    '/',
    '/prod',
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
