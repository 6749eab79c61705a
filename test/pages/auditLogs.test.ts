import assert from 'node:assert/strict';
import type { AuditLogsState } from '../../src/shared/protocol/auditLogs';
import { holds } from './support/holds';
import { type Message, type PageUnderTest, Pages } from './support/pageUnderTest';
import { auditHost, auditRow, auditState, noon } from './support/states';

describe('the audit log page', function () {
  // A browser on a busy machine takes its time.
  this.timeout(120_000);
  let pages: Pages;

  before(async () => {
    pages = await Pages.start();
  });
  after(() => pages.stop());

  async function open(state: AuditLogsState): Promise<PageUnderTest> {
    const view = await pages.open('auditLogs', { answer: auditHost(state) });
    await view.page.locator('main').waitFor();
    return view;
  }

  it('asks for the rows in sight only, each page once', async () => {
    const view = await open(auditState());
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const asked = view.posted.filter(({ kind }) => kind === 'needRows');
    assert.deepEqual(asked, [{ kind: 'needRows', resultId: 1, offset: 0, limit: 200 }]);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('draws the rows that come with a result, and says when they are on the screen', async () => {
    const firstRows = Array.from({ length: 200 }, (_, index) => auditRow(index));
    const view = await open(auditState({ resultId: 7, firstRows }));
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    assert.deepEqual(await view.sent('drawn'), { kind: 'drawn', resultId: 7 });
    await view.send(auditState({ resultId: 7, newRows: 1 }));
    await view.page.getByText('1 new').waitFor();
    await view.send(auditState({ resultId: 8, firstRows }));
    await view.sentThat(({ kind, resultId }) => kind === 'drawn' && resultId === 8);
    const kinds = view.posted.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === 'drawn').length, 2);
    assert.ok(!kinds.includes('needRows'), kinds.join());
    await view.close();
  });

  it('tells how long ago it was last heard of, also when nothing more comes', async () => {
    // A page takes some seconds to open where much else is going on.
    const lastHeard = Date.now() - 48_000;
    const view = await open(auditState({ follow: { on: true, paused: false, lastHeard } }));
    await view.page.getByText(/last heard [45]\d s ago/).waitFor();
    await view.page.getByText('last heard 1 min ago').waitFor();
    await view.close();
  });

  it('takes several keywords and removes them again', async () => {
    const view = await open(auditState());
    const field = view.page.getByRole('textbox', { name: 'Keywords' });
    await field.fill('로그인');
    await field.press('Enter');
    await field.fill('kim');
    await field.press('Enter');
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], ['로그인', 'kim']);
    });
    await view.page.getByRole('button', { name: 'Remove keyword 로그인' }).click();
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], ['kim']);
    });
    await view.close();
  });

  it('takes companies by their GUIDs and nothing else', async () => {
    const view = await open(auditState());
    const field = view.page.getByRole('textbox', { name: 'Company GUIDs' });
    const guid = '11111111-2222-3333-4444-555555555555';
    await field.fill('Acme');
    await field.press('Enter');
    assert.equal(await field.inputValue(), 'Acme');
    await field.fill(guid);
    await field.press('Enter');
    await holds(() => {
      assert.deepEqual(search(view)['companyGuids'], [guid]);
    });
    await view.page.getByRole('button', { name: `Remove company ${guid}` }).click();
    await holds(() => {
      assert.deepEqual(search(view)['companyGuids'], []);
    });
    await view.close();
  });

  it('chooses categories from the labels of the service', async () => {
    const view = await open(auditState());
    await view.page.getByRole('combobox', { name: 'Categories' }).click();
    await view.page.getByRole('option', { name: 'Table' }).click();
    await holds(() => {
      assert.deepEqual(search(view)['categories'], ['Table']);
    });
    await view.close();
  });

  it('judges a typed time as it is typed and searches only with a real one', async () => {
    const view = await open(auditState({ search: { ...auditState().search, range: 'custom' } }));
    const from = view.page.getByRole('textbox', { name: /^From/ });
    await from.fill('2026-02-30 00:00:00+0900');
    assert.match(await view.text('.field-problem'), /yyyy-MM-dd HH:mm:ssZ/);
    await from.press('Enter');
    assert.equal(
      view.posted.some(({ kind }) => kind === 'search'),
      false,
    );
    await from.fill('2026-02-28 00:00:00+0900');
    await from.press('Tab');
    await holds(() => {
      assert.equal(search(view)['from'], '2026-02-28 00:00:00+0900');
    });
    await view.close();
  });

  it('narrows the time by dragging over the histogram', async () => {
    const view = await open(auditState());
    const box = (await view.page.locator('.u-over').boundingBox())!;
    await view.page.mouse.move(box.x + box.width * 0.25, box.y + 20);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
    await view.page.mouse.up();
    await holds(() => {
      assert.equal(search(view)['range'], 'custom');
    });
    const hour = 3_600_000;
    const near = (text: unknown, hoursAgo: number): boolean =>
      Math.abs(Date.parse(String(text).replace('+0000', 'Z')) - (noon - hoursAgo * hour)) < hour / 4;
    assert.ok(near(search(view)['from'], 18), String(search(view)['from']));
    assert.ok(near(search(view)['to'], 12), String(search(view)['to']));
    await view.close();
  });

  it('narrows the time by keyboard as well', async () => {
    const view = await open(auditState());
    await view.page.getByRole('slider').focus();
    await view.page.keyboard.press('End');
    await view.page.keyboard.press('Shift+ArrowLeft');
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.equal(search(view)['from'], '2026-11-14 23:00:00+0000');
      assert.equal(search(view)['to'], '2026-11-15 00:00:00+0000');
    });
    await view.close();
  });

  it('filters by the value of a cell from its menu, by keyboard', async () => {
    const view = await open(auditState());
    await view.page.locator('[data-row="1"] [role=gridcell]').nth(2).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Keyword “root”' }).waitFor();
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.deepEqual(search(view)['keywords'], ['root']);
    });
    assert.equal(await view.page.getByRole('menu').count(), 0);
    await view.close();
  });

  it('opens an entry with its parameters as foldable JSON and closes it with Escape', async () => {
    const view = await open(auditState());
    await view.page.locator('[data-row="0"]:not([aria-busy]) [role=gridcell]').first().click();
    await view.page.keyboard.press('Enter');
    const detail = view.page.getByRole('region', { name: 'Entry 900000000' });
    await detail.waitFor();
    assert.equal(await detail.locator('details.json-branch').count(), 4);
    await view.page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    assert.equal(await view.page.evaluate(() => document.activeElement?.getAttribute('role')), 'gridcell');
    await view.close();
  });

  it('keeps rows in sight with an entry open, also in a narrow window and at 200 %', async () => {
    for (const [width, height] of [
      [420, 800],
      [640, 400],
    ] as const) {
      const view = await pages.open('auditLogs', { width, height, answer: auditHost(auditState()) });
      await view.page.locator('[data-row="1"]:not([aria-busy]) [role=gridcell]').first().dblclick();
      const detail = await view.page.locator('.detail').boundingBox();
      const rows = await view.page.locator('.grid').boundingBox();
      assert.ok((rows?.height ?? 0) > 150, JSON.stringify(rows));
      assert.ok((detail?.height ?? 0) > 200, JSON.stringify(detail));
      await view.close();
    }
  });

  it('marks failures by a word beside the icon', async () => {
    const view = await open(auditState());
    const cell = view.page.locator('[data-row="3"]:not([aria-busy]) [role=gridcell]').nth(1);
    assert.equal((await cell.innerText()).trim(), 'Failed');
    assert.equal(await cell.locator('.codicon-error').count(), 1);
    await view.close();
  });

  it('puts followed entries on top under a divider, without doubling any', async () => {
    const view = await open(auditState({ total: 50 }));
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const fresh = [{ ...auditRow(0), id: 900_000_001, user: 'newcomer' }];
    await view.send({ kind: 'prepended', resultId: 1, rows: fresh });
    await view.send(
      auditState({ total: 51, newRows: 1, follow: { on: true, paused: false, lastHeard: Date.now() } }),
    );
    await view.page.locator('.grid-new').waitFor();
    const users = await view.page
      .locator('.grid-row')
      .evaluateAll((rows) => rows.slice(0, 3).map((row) => row.children[2]!.textContent));
    assert.deepEqual(users, ['newcomer', 'kim.minji', 'root']);
    await view.close();
  });

  it('tells the host when it is scrolled away from the top, and stays where it is', async () => {
    const view = await open(auditState());
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.page.locator('[data-row="5"]').hover();
    await view.page.mouse.wheel(0, 2200);
    assert.equal((await view.sent('atTop'))['atTop'], false);
    await view.close();
  });

  it('says in one sentence that the role is missing, and offers no retry', async () => {
    const failure = {
      reason: 'noPermission' as const,
      message: 'Only accounts with the MASTER role may read the audit log.',
      detail: null,
      canRetry: false,
    };
    const view = await open(auditState({ phase: 'failed', total: 0, failure }));
    assert.equal((await view.page.getByRole('alert').innerText()).trim(), failure.message);
    assert.equal(await view.page.getByRole('button').count(), 0);
    assert.equal(await view.page.getByRole('textbox').count(), 0);
    await view.close();
  });

  it('has the result of each entry in sight, also beside other panels and at 200 %', async () => {
    for (const [width, height] of [
      [840, 700],
      [400, 800],
      [640, 400],
    ] as const) {
      const view = await pages.open('auditLogs', { answer: auditHost(auditState()), width, height });
      const cell = view.page.locator('[data-row="0"]:not([aria-busy]) .codicon').first();
      await cell.scrollIntoViewIfNeeded();
      const right = await cell.evaluate((mark) => mark.parentElement!.getBoundingClientRect().right);
      assert.ok(right <= width, `at ${width} px the result ends at ${right}`);
      await view.close();
    }
  });

  it('writes the last word under the chart in full', async () => {
    const view = await open(auditState());
    await view.page.locator('.u-over').waitFor();
    const room = await view.page.evaluate(() => {
      const over = document.querySelector('.u-over')!.getBoundingClientRect();
      return document.querySelector('.uplot')!.getBoundingClientRect().right - over.right;
    });
    assert.ok(room >= 20, `half a label needs 20 px beyond the axis, there are ${room}`);
    await view.close();
  });

  it('comes back to the row where it was', async () => {
    const view = await open(auditState({ view: { ...auditState().view, firstRow: 5000 } }));
    await view.page.locator('[data-row="5000"]:not([aria-busy])').waitFor();
    await view.close();
  });
});

/** The last search that the page asked for. */
function search({ posted }: PageUnderTest): Record<string, unknown> {
  const message: Message | undefined = posted.findLast(({ kind }) => kind === 'search');
  assert.ok(message, 'no search was asked for');
  return message['search'] as Record<string, unknown>;
}
