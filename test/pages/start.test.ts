import assert from 'node:assert/strict';
import { openPage } from './support/openPage';

const pageNames = [
  'auditLogs',
  'backtest',
  'overview',
  'queryResults',
  'queryStatus',
  'runs',
  'sigmaImport',
  'table',
];

describe('The start of a page', () => {
  for (const name of pageNames) {
    it(`of ${name} survives a browser whose language is no valid tag`, async () => {
      const view = await openPage(name, {
        language: 'en-US@posix',
        beforehand: `Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })`,
      });

      assert.deepEqual(view.faults, []);
      await view.sent('ready');
      await view.close();
    });
  }

  it('says in words that it failed', async () => {
    const view = await openPage('overview', {
      beforehand: `window.acquireVsCodeApi = () => { throw new Error('no way to the host') }`,
    });

    assert.match(await view.text('[role=alert]'), /^This page could not start: .*no way to the host/);
    await view.close();
  });

  it('says in words that its script is missing', async () => {
    const view = await openPage('overview', { missing: 'page.js' });

    assert.match(await view.text('[role=alert]'), /page\.js/);
    await view.close();
  });

  it('says in words that there is no such page', async () => {
    const view = await openPage('noSuchPage');

    assert.match(await view.text('[role=alert]'), /noSuchPage/);
    await view.close();
  });
});
