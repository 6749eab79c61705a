import assert from 'node:assert/strict';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import { overviewState } from './support/overviewStates';
import { auditState, queryStatusState, resultsState } from './support/states';
import { tableState } from './support/tableStates';

const states: Readonly<Record<string, { readonly view: { readonly zone: string } }>> = {
  auditLogs: auditState(),
  overview: overviewState(),
  queryResults: resultsState(),
  queryStatus: queryStatusState(),
  table: tableState(),
};

describe('A selection of the user', () => {
  for (const [name, state] of Object.entries(states)) {
    it(`is kept in ${name} when the host sends an older view`, async () => {
      const view = await openPage(name, { response: hostOf(state) });
      const select = `document.querySelector('vscode-single-select.zone')`;
      const other = state.view.zone === 'server' ? 'utc' : 'server';
      await view.page.locator('vscode-single-select.zone').waitFor();
      await view.page.evaluate(`${select}.value = '${other}'; ${select}.dispatchEvent(new Event('change'))`);
      await view.sent('viewChanged');
      await view.send(state);
      await view.drawn();
      assert.equal(await view.page.evaluate(`${select}.value`), other);
      await view.close();
    });
  }
});
