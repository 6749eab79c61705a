import assert from 'node:assert/strict';
import { plainText, isShownAs } from '../../../../src/core/privacy/plainText';
import {
  hideValues,
  shownHost,
  shownText,
  shownUser,
  withValues,
} from '../../../../src/core/privacy/hiddenValues';
import { Masker } from '../../../../src/core/privacy/masker';
import { parsePath, pathOf } from '../../../../src/extension/ui/queryAddress';
import { Redactor } from '../../../../src/core/privacy/redact';
import { codeBlock, fieldList } from '../../../../src/extension/ui/format/markdown';
import { cleanLog } from '../../../../src/extension/ui/log';

describe('Hidden values', () => {
  afterEach(() => {
    hideValues(undefined);
  });

  it('are masked in every text that VS Code shows, and shown again afterwards', () => {
    const text = 'Connected to https://siem.corp.local as kim@corp.example from 10.1.2.3.';
    hideValues(new Masker());
    for (const show of [plainText, shownText, (label: string) => codeBlock(label).source]) {
      const shown = show(text);
      for (const value of ['siem.corp.local', 'kim@corp.example', '10.1.2.3'])
        assert.ok(!shown.includes(value), shown);
    }
    assert.ok(!fieldList([['Address', '10.1.2.3']]).source.includes('1\\.2'));
    hideValues(undefined);
    assert.equal(plainText(text), text);
  });

  it('are masked as names of accounts and machines', () => {
    const names = (): readonly string[] => [shownUser('kim'), shownHost('db1')];
    hideValues(new Masker());
    assert.deepEqual(names(), ['user1-masked', 'host2-masked']);
    hideValues(undefined);
    assert.deepEqual(names(), ['kim', 'db1']);
  });

  it('are masked in the log', () => {
    const lines: string[] = [];
    const take = (line: string): void => void lines.push(line);
    const log = cleanLog({ info: take, warn: take, error: take, show: () => undefined }, new Redactor());
    hideValues(new Masker());
    log.info('[change] delete scheduled queries: "logins of 10.1.2.3" -> done');
    assert.deepEqual(lines, ['[change] delete scheduled queries: "logins of ip1-masked" -> done']);
  });

  it('do not change the address of a document, nor what the user has to type', () => {
    const address = { connection: 'siem.corp.local', guid: '6f1c6d0e-6a7f-4f5f-9a52-0a1b2c3d4e5f' };
    const before = pathOf(address, 'logins of 10.1.2.3');
    hideValues(new Masker());
    assert.equal(pathOf(address, 'logins of 10.1.2.3'), before);
    assert.equal(parsePath(before)?.connection, 'siem.corp.local');
    assert.ok(isShownAs('siem.corp.local', 'siem.corp.local'));
    assert.ok(isShownAs(plainText('siem.corp.local'), 'siem.corp.local'));
    assert.ok(!isShownAs('other.corp.local', 'siem.corp.local'));
  });

  it('are restored in messages of a page, also after they are shown again', () => {
    hideValues(new Masker());
    const name = shownUser('kim');
    const sent = {
      kind: 'search',
      search: { users: [name], keywords: [`by ${name}`], range: '24h' },
      limit: 3,
    };
    const meant = {
      kind: 'search',
      search: { users: ['kim'], keywords: ['by kim'], range: '24h' },
      limit: 3,
    };
    assert.deepEqual(withValues(sent), meant);
    assert.deepEqual(withValues([null, true, 'user99-masked']), [null, true, 'user99-masked']);
    hideValues(undefined);
    assert.deepEqual(withValues(sent), meant);
  });
});
