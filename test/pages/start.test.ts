import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { openPage } from './support/openPage';

const { activationEvents } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  activationEvents: string[];
};
const pageNames = activationEvents.flatMap((event) => event.split('onWebviewPanel:logbench.')[1] ?? []);

describe('The start of a page', () => {
  for (const name of pageNames) {
    it(`of ${name} succeeds in a browser whose language is not a valid tag`, async () => {
      const view = await openPage(name, {
        language: 'en-US@posix',
        beforehand: `Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })`,
      });

      assert.deepEqual(view.faults, []);
      await view.sent('ready');
      await view.close();
    });
  }

  it('loads no schemas: what the host sends is built, not read', () => {
    for (const script of ['page.js', 'notebookRenderer.js'])
      assert.doesNotMatch(readFileSync(`dist/pages/${script}`, 'utf8'), /ZodMini/, script);
  });

  it('shows a message when it fails', async () => {
    const view = await openPage('overview', {
      beforehand: `window.acquireVsCodeApi = () => { throw new Error('no way to the host') }`,
    });

    assert.match(await view.text('[role=alert]'), /^This page could not start: .*no way to the host/);
    await view.close();
  });

  it('shows a message when its script is missing', async () => {
    const view = await openPage('overview', { missing: 'page.js' });

    assert.match(await view.text('[role=alert]'), /page\.js/);
    await view.close();
  });

  it('shows a message when the page does not exist', async () => {
    const view = await openPage('noSuchPage');

    assert.match(await view.text('[role=alert]'), /noSuchPage/);
    await view.close();
  });
});
