import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import { toAuditLogsPage } from '../../src/core/pages/auditLogMessages';
import { toOverviewPage } from '../../src/core/pages/overview';
import { queryStatusState as queryStatusMessage } from '../../src/core/pages/queryStatusMessages';
import { resultsMask } from '../../src/core/privacy/maskResults';
import { toSigmaImportPage } from '../../src/core/pages/sigmaImport';
import { backtestState as backtestMessage } from '../../src/core/pages/backtest';
import { runsState as runsMessage } from '../../src/core/pages/runs';
import { tableState as tableMessage } from '../../src/core/pages/tableMessages';
import { maskMessage } from '../../src/core/privacy/maskMessage';
import { Masker } from '../../src/core/privacy/masker';
import { eventually } from '../support/eventually';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import { overviewHost, overviewState } from './support/overviewStates';
import type { Message, PageUnderTest } from './support/pageUnderTest';
import { backtestState } from './support/backtestStates';
import { runsState } from './support/runsStates';
import { importedRule, sigmaImportState } from './support/sigmaImport';
import { auditHost, auditState, queryStatusState, resultsHost, resultsState } from './support/states';
import { tableState } from './support/tableStates';

type Host = (message: Message) => readonly unknown[];

/** What is drawn has each of these; while sensitive values are hidden it has none. */
const samples: Readonly<
  Record<
    string,
    {
      readonly values: readonly string[];
      readonly host: Host;
      readonly mask: Mask;
      /** What has the focus before, and after it has been drawn again. */
      readonly focused: string;
    }
  >
> = {
  auditLogs: {
    values: ['kim.minji', '이서연', '10.20.1.7'],
    host: auditHost(auditState()),
    mask: by(toAuditLogsPage),
    focused: '[data-row="3"] [aria-colindex="2"]',
  },
  queryResults: {
    values: ['kim.minji', '10.20.1.7', 'web-1'],
    host: resultsHost(
      resultsState({
        columns: [
          { name: 'user', type: 'text' },
          { name: 'line', type: 'text' },
          { name: 'detail', type: 'json' },
        ],
        rowCount: 20,
      }),
      (index) => ['kim.minji', `kim.minji from 10.20.1.7 (${index})`, { host: `web-${index}` }],
    ),
    mask: resultsMask,
    focused: '[role=columnheader][aria-colindex="2"]',
  },
  queryStatus: {
    values: ['analyst', '10.20.30.40', '10.0.0.2'],
    host: hostOf(queryStatusState({ view: { zone: 'local', detailsOpen: true, textOpen: true } })),
    mask: by(queryStatusMessage),
    focused: 'vscode-button',
  },
  overview: {
    values: ['siem.corp.local', 'kim@corp.example'],
    host: overviewHost(
      overviewState({
        connection: { name: 'siem.corp.local', environment: 'local', readOnly: false, serverOffset: 0 },
        attention: {
          isChecking: false,
          items: [
            {
              ...{ id: 'failed g', kind: 'failed', subject: 'Mails', since: null, actions: [] },
              sentence: 'The last run failed: kim@corp.example is unknown',
            },
          ],
          gaps: [],
        },
      }),
    ),
    mask: by(toOverviewPage),
    focused: '[data-day="2"][data-hour="4"]',
  },
  table: {
    values: ['data-1', 'siem.corp.local'],
    host: hostOf(tableState({ table: 'siem.corp.local', sample: null })),
    mask: by(tableMessage),
    focused: 'vscode-button',
  },
  runs: {
    values: ['kim.minsoo', 'siem.corp.local'],
    host: hostOf(
      runsState({
        query: { guid: 'g', name: 'Logons on siem.corp.local' },
        changes: {
          items: [{ kind: 'audit', time: 1, user: 'kim.minsoo', text: 'By kim.minsoo', hash: null }],
          gaps: [],
        },
      }),
    ),
    mask: by(runsMessage),
    focused: 'vscode-button',
  },
  backtest: {
    values: ['siem.corp.local'],
    host: hostOf(
      backtestState({
        subject: {
          ...backtestState().subject,
          ...{ name: 'siem.corp.local', text: 'search host == "siem.corp.local"' },
        },
      }),
    ),
    mask: by(backtestMessage),
    focused: 'vscode-button',
  },
  sigmaImport: {
    values: ['/home/analyst', '10.20.1.7'],
    host: hostOf(sigmaImportState(), {
      ...{ kind: 'rules', rulesId: 1, progress: [] },
      rules: [importedRule(0, { title: 'From 10.20.1.7' })],
    }),
    mask: by(toSigmaImportPage),
    focused: '[data-row="0"] [aria-colindex="2"]',
  },
};

/** Messages of every page, each for its own mask. */
type Mask = () => (message: never, masker: Masker) => unknown;

function by<ToPage>(schema: z.ZodMiniType<ToPage>): Mask {
  return () => (message, masker) => maskMessage(schema, message, masker);
}

describe('A page that restarts', () => {
  for (const [name, { values, host, mask, focused }] of Object.entries(samples)) {
    it(`draws no previous values and restores the focus: ${name}`, async () => {
      let response = host;
      const view = await openPage(name, { response: (message) => response(message) });
      await eventually(async () => includesAll(await everything(view), values));

      await view.page.locator(focused).first().focus();
      const masker = new Masker();
      const masked = mask();
      response = (message) => host(message).map((reply) => masked(reply as never, masker));
      await view.send({ kind: 'startOver', title: 'Hidden' });

      await eventually(async () => (await everything(view)).includes('-masked'));
      const drawn = await everything(view);
      assert.deepEqual(
        values.filter((value) => drawn.includes(value)),
        [],
      );
      await view.page.locator(`:is(${focused}):focus`).waitFor();
      assert.match(drawn, /<title>Hidden<\/title>/);
      assert.equal(view.posted.filter(({ kind }) => kind === 'ready').length, 2);
      assert.deepEqual(view.faults, []);
      await view.close();
    });
  }

  it('waits with the focus for its row when rows are sorted and arrive page by page', async () => {
    const { view: first } = resultsState();
    const sorted = { ...first, sort: { column: 'count', descending: false } };
    const host = resultsHost(resultsState({ rowCount: 20, view: sorted }));
    let hasRows = true;
    const view = await openPage('queryResults', {
      response: (message) => (message.kind === 'needRows' && !hasRows ? [] : host(message)),
    });
    const cell = '[data-row="3"]:not([aria-busy]) [aria-colindex="2"]';
    await view.page.locator(cell).focus();
    hasRows = false;
    const asked = view.posted.length;
    await view.send({ kind: 'startOver', title: 'Again' });
    const request = await eventually(() => view.posted.slice(asked).find(({ kind }) => kind === 'needRows'));
    await view.page.locator('.grid-header').waitFor();
    await view.drawn();
    for (const response of host(request)) await view.send(response);
    await view.page.locator(`${cell}:focus`).waitFor();
    await view.close();
  });

  it('keeps the state that the host sends for a restored panel', async () => {
    const view = await openPage('table', { response: samples['table']!.host });
    const resume = { connection: 'siem.corp.local', table: 'mail', view: { zone: 'local', openField: null } };
    await view.send({ kind: 'keep', resume });
    await eventually(async () => (await view.page.evaluate('window.keptState')) !== undefined);
    assert.deepEqual(await view.page.evaluate('window.keptState'), resume);
    await view.close();
  });
});

function includesAll(text: string, values: readonly string[]): boolean {
  return values.every((value) => text.includes(value));
}

/** The document, shadow roots and what is in fields included. */
async function everything({ page }: PageUnderTest): Promise<string> {
  return String(
    await page.evaluate(`(() => {
      const read = (node) => [...node.querySelectorAll('*')].map((each) =>
        (each.value ?? '') + (each.shadowRoot ? each.shadowRoot.innerHTML + read(each.shadowRoot) : '')).join(' ');
      return document.documentElement.outerHTML + read(document);
    })()`),
  );
}
