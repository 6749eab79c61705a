import assert from 'node:assert/strict';
import type { AuditRow } from '../../src/shared/protocol/auditLogs';
import { type PageUnderTest, Pages } from './support/pageUnderTest';
import {
  auditHost,
  auditRow,
  auditState,
  queryStatusState,
  resultsHost,
  resultsState,
  watchedStatus,
} from './support/states';

/** Each would run `alert(document.domain)`-like code, or make an element, if it were ever taken for markup. */
const payloads = [
  '<script>window.pwned = 1</script>',
  '<img src=x onerror="window.pwned = 1">',
  '<svg/onload=window.pwned=1>',
  '"><iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  "'-window.pwned=1-'",
  'javascript:window.pwned=1',
  '</textarea><a id="attacker" href="javascript:window.pwned=1">x</a>',
  '${window.pwned=1}{{constructor.constructor("window.pwned=1")()}}',
  '<style>*{display:none}</style>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.pwned=1>',
  '\u202e<b id="attacker">bidi</b>\u0000\ufeff',
  '<!--lit-part--><logbench-menu onclick="window.pwned=1"></logbench-menu>',
];

describe('hostile content', () => {
  let pages: Pages;

  before(async () => {
    pages = await Pages.start();
  });
  after(() => pages.stop());

  it('is shown as text in every string field of a query status', async () => {
    for (const payload of payloads) {
      const status = watchedStatus({
        source: payload,
        loginName: payload,
        remoteIp: payload,
        queryString: payload,
        lastStarted: payload,
        constants: { [payload]: payload },
        tags: { [payload]: [payload] },
        more: { [payload]: { [payload]: payload } },
        commands: [{ command: payload, status: payload, pushCount: 1 }],
        subQueries: [{ id: 2, commands: [{ command: payload, status: payload, pushCount: 1 }] }],
      });
      const connection = { ...queryStatusState().connection, name: payload };
      const failure = { reason: 'refused' as const, message: payload, detail: payload, canRetry: true };
      const view = { zone: 'local' as const, detailsOpen: true, textOpen: true };
      const page = await pages.open('queryStatus', {
        answer: ({ kind }) =>
          kind === 'ready' ? [queryStatusState({ status, connection, failure, view })] : [],
      });
      await page.page.locator('.step').first().waitFor();
      assert.equal(await page.page.locator('.query-text').textContent(), payload);
      assert.equal(await page.page.locator('.step-text').first().textContent(), payload);
      await assertHarmless(page);
      await page.close();
    }
  });

  it('is shown as text in every string field of an audit entry, its filters and its detail', async () => {
    for (const payload of payloads) {
      const state = auditState({
        total: 1,
        connection: { ...auditState().connection, name: payload },
        search: { ...auditState().search, keywords: [payload], categories: [payload] },
        labels: { categories: [payload], actions: [payload], companies: [{ guid: payload, name: payload }] },
        saved: [{ name: payload, search: auditState().search }],
      });
      const page = await pages.open('auditLogs', {
        answer: (message) =>
          message.kind === 'needRows'
            ? [{ kind: 'rows', resultId: 1, offset: 0, rows: [hostileRow(payload)] }]
            : auditHost(state)(message),
      });
      await page.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      await page.page.locator('.detail').waitFor();
      assert.equal(await page.page.locator('[data-row="0"] [role=gridcell]').nth(1).textContent(), payload);
      assert.equal(await page.page.locator('.detail h2').textContent(), payload);
      await page.page.getByRole('button', { name: 'Saved' }).click();
      await page.page.getByRole('menu').waitFor();
      await assertHarmless(page);
      await page.close();
    }
  });

  it('is shown as text in the columns, cells, chart and detail of a result', async () => {
    for (const payload of payloads) {
      const state = resultsState({
        rowCount: 3,
        title: payload,
        queryText: payload,
        columns: [
          { name: payload, type: 'text' },
          { name: `${payload}2`, type: 'number' },
          { name: `${payload}3`, type: 'number' },
        ],
        chart: { shape: 'bar', x: payload, series: [`${payload}2`, `${payload}3`] },
        view: { ...resultsState().view, chartOpen: true },
      });
      const page = await pages.open('queryResults', { answer: resultsHost(state, () => [payload, 1, 2]) });
      await page.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      await page.page.locator('.detail').waitFor();
      await page.page.locator('canvas').waitFor();
      assert.equal(await page.page.locator('[data-row="0"] [role=gridcell]').first().textContent(), payload);
      await assertHarmless(page);
      await page.close();
    }
  });

  it('would be stopped by the policy even if it became markup', async () => {
    const page = await pages.open('queryStatus', {
      answer: ({ kind }) => (kind === 'ready' ? [queryStatusState()] : []),
    });
    await page.page.locator('.step').first().waitFor();
    const blocked = await page.page.evaluate(async () => {
      const seen: string[] = [];
      document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective));
      const place = document.createElement('div');
      place.innerHTML =
        '<img src="http://127.0.0.1:9/x" onerror="window.pwned=1"><b style="color:red" onclick="window.pwned=1">x</b>' +
        '<style>body{display:none}</style><iframe src="http://127.0.0.1:9/"></iframe>';
      document.body.append(place);
      place.querySelector('b')!.click();
      const script = document.createElement('script');
      script.textContent = 'window.pwned = 1';
      document.body.append(script);
      await fetch('http://127.0.0.1:9/steal').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { seen, pwned: 'pwned' in window, shown: getComputedStyle(document.body).display };
    });
    assert.equal(blocked.pwned, false);
    assert.notEqual(blocked.shown, 'none');
    for (const directive of [
      'img-src',
      'script-src-attr',
      'script-src-elem',
      'style-src-elem',
      'style-src-attr',
      'frame-src',
      'connect-src',
    ]) {
      assert.ok(blocked.seen.includes(directive), `${directive} was not among ${blocked.seen.join(', ')}`);
    }
    await page.close();
  });
});

function hostileRow(payload: string): AuditRow {
  return {
    ...auditRow(0),
    user: payload,
    userGuid: payload,
    remoteIp: payload,
    module: payload,
    method: payload,
    category: payload,
    action: payload,
    message: payload,
    result: payload,
    error: payload,
    params: { [payload]: payload, list: [payload, { [payload]: payload }] },
    messageParams: { [payload]: payload },
  };
}

/** No element, handler or script came of it, here or inside any component, and the policy had nothing to stop. */
async function assertHarmless({ page, faults }: PageUnderTest): Promise<void> {
  const found = await page.evaluate(() => {
    const strangers: string[] = [];
    const roots: (Document | ShadowRoot)[] = [document];
    for (let root = roots.pop(); root; root = roots.pop()) {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) roots.push(element.shadowRoot);
        const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'));
        const foreign = element.matches(
          'iframe, img, math, style, a[href], #attacker, body script, form form',
        );
        if (foreign || handlers.length > 0) strangers.push(element.outerHTML.slice(0, 120));
      }
    }
    return { strangers: strangers.filter((text) => !text.startsWith('<a>')), pwned: 'pwned' in window };
  });
  assert.deepEqual(found, { strangers: [], pwned: false });
  assert.deepEqual(faults, []);
}
