import assert from 'node:assert/strict';
import { eventually } from '../support/eventually';
import { pseudoMarks } from './support/pageServer';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { Message } from './support/pageUnderTest';
import { backtestState } from './support/backtestStates';
import { overviewHost, overviewState } from './support/overviewStates';
import { runsState } from './support/runsStates';
import { sigmaImportHost } from './support/sigmaImport';
import { auditHost, auditState, queryStatusState, resultsHost, resultsState } from './support/states';
import { tableState } from './support/tableStates';

const pagesInUse: Readonly<Record<string, (message: Message) => readonly unknown[]>> = {
  queryStatus: hostOf(queryStatusState({ view: { zone: 'utc', detailsOpen: true, textOpen: true } })),
  auditLogs: auditHost(auditState()),
  overview: overviewHost(overviewState()),
  table: hostOf(tableState({ view: { zone: 'utc', openField: 'action' } })),
  backtest: hostOf(backtestState()),
  runs: hostOf(runsState()),
  queryResults: resultsHost(resultsState({ rowCount: 30 })),
  sigmaImport: sigmaImportHost(30),
};

describe('The pages in other languages', () => {
  for (const [name, response] of Object.entries(pagesInUse)) {
    it(`cut off no text of ${name} when a language is a third longer`, async () => {
      const view = await openPage(name, { language: 'qps', response });
      await view.page.getByText(pseudoMarks.begin).first().waitFor();

      assert.deepEqual(await view.page.evaluate(cutTexts, pseudoMarks.end), []);
      await view.close();
    });
  }

  it('show Korean from the packaged translation', async () => {
    const view = await openPage('auditLogs', {
      language: 'ko',
      response: pagesInUse['auditLogs'] ?? (() => []),
    });

    await eventually(async () => (await view.page.locator('main').innerHTML()).includes('새로 고침'));
    // The text of the component is English; ours replaces it.
    await view.page.locator('vscode-multi-select').first().getByText('전체').waitFor();
    await view.close();
  });

  it('show the days of the week in Korean, and icons next to their sentences, in a narrow window', async () => {
    const state = overviewState({
      attention: { items: [], isChecking: false, gaps: ['Tables could not be checked. '.repeat(5)] },
    });
    const view = await openPage('overview', { language: 'ko', width: 640, response: overviewHost(state) });
    const days = view.page.locator('.week-row [role=rowheader]');
    await days.first().waitFor();
    const cut = await days.evaluateAll(
      (all) => all.filter((day) => day.scrollWidth > day.clientWidth).length,
    );
    assert.equal(cut, 0);
    const tops = await view.page
      .locator('.attention-panel .gap > *')
      .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
    assert.equal(new Set(tops).size, 1, tops.join(' '));
    await view.close();
  });
});

/** Runs in the page: texts that end outside their element where nothing shows that there is more. */
function cutTexts(end: string): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.includes(end),
      ),
    )
    .filter((element) => {
      const style = getComputedStyle(element);
      const hides = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis';
      return element.offsetParent !== null && hides && element.scrollWidth > element.clientWidth + 1;
    })
    .map((element) => `${element.tagName.toLowerCase()} ${element.textContent.trim()}`);
}
