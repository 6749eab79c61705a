import assert from 'node:assert/strict';
import type { OverviewState } from '../../src/core/pages/overview';
import { holds } from '../support/holds';
import { keyRejected, offersAnotherKey } from './support/offersAnotherKey';
import { openOverview, openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import {
  attentionItems,
  chainNodes,
  emptyOverview,
  overviewHost,
  overviewOfMember,
  overviewState,
  weekLoad,
} from './support/overviewStates';

function actions(view: PageUnderTest): readonly unknown[] {
  return view.posted.filter(({ kind }) => kind === 'act').map(({ action }) => action);
}

describe('The page of the overview', () => {
  it('reports the time zone of the user to its host', async () => {
    const view = await openOverview(overviewState());
    assert.equal((await view.sent('ready'))['timeZone'], 'Asia/Seoul');
    await view.close();
  });

  it('lists what needs attention with actions, and the rest on request', async () => {
    const view = await openOverview(
      overviewState({ attention: { items: attentionItems(20), isChecking: false, gaps: [] } }),
    );
    assert.equal(await view.page.locator('.attention-line').count(), 5);
    assert.match(await view.text('.attention-line'), /country 0.*failed.*1 h ago/s);
    await view.page.getByRole('button', { name: 'Show All 20' }).click();
    assert.equal(await view.page.locator('.attention-line').count(), 20);
    const args = (await view.page.locator('.attention-head .muted').allTextContents()).map(
      (text) => text.split(' ·')[0],
    );
    assert.deepEqual(
      [...new Set(args)],
      ['failed', 'did not run', 'waiting', 'silent', 'oldest logs expire soon', 'long-running', 'rejected'],
    );
    await view.page.getByRole('button', { name: 'Open Query' }).first().click();
    await holds(() => {
      assert.deepEqual(actions(view), [
        { kind: 'openQuery', guid: 'g0', name: 'Denied connections by country 0' },
      ]);
    });
    await view.close();
  });

  it('shows that nothing needs attention, and what could not be checked', async () => {
    const view = await openOverview(overviewOfMember());
    assert.match(
      await view.text('.attention-panel'),
      /in the data that could be read.*Scheduled queries could not/s,
    );
    for (const part of ['.load-panel', '.chains-panel']) assert.match(await view.text(part), /role ADMIN/);
    await view.page.locator('.storage-panel [data-row="0"]:not([aria-busy])').waitFor();
    await view.send(emptyOverview());
    assert.match(await view.text('.attention-panel'), /Nothing needs attention\./);
    assert.equal(await view.page.locator('.attention-panel .count').count(), 0);
    assert.match(await view.text('.load-panel'), /No enabled scheduled query has a cron schedule/);
    // Nothing to spread, nothing to draw.
    assert.equal(await view.page.getByRole('button', { name: /Spread Load|Save Image/ }).count(), 0);
    assert.match(await view.text('.chains-panel'), /No scheduled query runs after another/);
    assert.match(await view.text('.storage-panel'), /There are no tables/);
    await view.close();
  });

  it('shows partial results while the other checks are still running, and keeps earlier results', async () => {
    const { attention, load, chains, tables, ...rest } = overviewState();
    const host = overviewHost(overviewState());
    const view = await openPage('overview', {
      response: (message) => (message.kind === 'ready' ? [rest] : host(message)),
    });
    for (const part of ['attention', 'load', 'chains', 'storage']) {
      await view.page.locator(`.${part}-panel`, { hasText: 'Checking…' }).waitFor();
    }
    await view.send({ ...rest, attention: { items: [], isChecking: true, gaps: [] }, chains });
    await view.page.locator('.chain-node').first().waitFor();
    await view.page.locator('.attention-panel', { hasText: 'Checking…' }).waitFor();
    assert.doesNotMatch(await view.text('.attention-panel'), /Nothing needs attention/);
    await view.send({ ...rest, attention, load, tables });
    await view.page.locator('.attention-line').first().waitFor();
    await view.page.locator('.storage-panel [data-row="0"]:not([aria-busy])').waitFor();
    assert.ok((await view.page.locator('.chain-node').count()) > 0);
    assert.equal(await view.page.locator('.overview', { hasText: 'Checking…' }).count(), 0);
    await view.close();
  });

  it('offers another key if the key was rejected', async () => {
    const failedWith = (failure: typeof keyRejected): OverviewState =>
      overviewState({
        tables: null,
        tablesFailure: failure,
        load: null,
        chains: null,
        schedulesFailure: null,
      });
    const view = await openOverview(failedWith(keyRejected));
    await offersAnotherKey(view, failedWith);
    await view.close();
  });

  it('shows the hours of the week, navigated by arrow keys, with their schedules on Enter', async () => {
    const view = await openOverview(overviewState());
    const hours = view.page.locator('.week-hour');
    assert.equal(await hours.count(), 168);
    await hours.first().focus();
    await view.press('ArrowDown', 'ArrowRight', 'ArrowRight');
    await view.page.getByText('Monday, November 16, 02:00: 96 starts of 24 scheduled queries').waitFor();
    await view.page.getByText('Nightly import (6 times) · Report of the day (02:15)').waitFor();
    await view.page.keyboard.press('Enter');
    await view.page.getByRole('menuitem', { name: 'Open Report of the day' }).waitFor();
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.deepEqual(actions(view), [{ kind: 'openQuery', guid: 'g2', name: 'Report of the day' }]);
    });
    await view.close();
  });

  it('stays inside the week, and shows how many more schedules start in an hour than it names', async () => {
    const load = weekLoad();
    const days = load.days.map((day) => ({
      ...day,
      hours: day.hours.map((hour, at) => ({ ...hour, starts: at === 0 ? 999 : 1000 })),
    }));
    const state = overviewState({ load: { ...load, days, max: 1000 } });
    const entries = Array.from({ length: 8 }, (_, index) => ({
      ...{ guid: `g${index}`, name: `Report ${index}`, skipped: index === 1 },
      minutes: index === 0 ? [0, 1, 2] : [0, 1, 2, 3],
    }));
    const host = overviewHost(state);
    const view = await openOverview(state, {
      response: (message) =>
        host(message).map((reply) => (reply.kind === 'cell' ? { ...reply, entries } : reply)),
    });
    const first = view.page.locator('[data-day="0"][data-hour="0"]');
    await first.focus();
    await view.press('ArrowUp', 'ArrowLeft');
    await view.page.locator('[data-day="0"][data-hour="0"][tabindex="0"]:focus').waitFor();
    await view.page.keyboard.press('Control+End');
    await view.press('ArrowDown', 'ArrowRight');
    const last = view.page.locator('[data-day="6"][data-hour="23"][tabindex="0"]:focus');
    await last.waitFor();
    assert.deepEqual([await first.innerText(), await last.innerText()], ['999', '999+']);
    await view.page
      .getByText('Report 0 (23:00, 23:01, 23:02) · Report 1 (at a time that does not exist on this day)')
      .waitFor();
    assert.match(await view.text('.week-reading'), /Report 5 \(4 times\) · 2 more$/);
    await view.close();
  });

  it('opens the busiest minute, another week, and the week in which the clock changes', async () => {
    const view = await openOverview(overviewState());
    await view.page.getByRole('button', { name: 'Monday, November 16, 02:00' }).click();
    await view.page.locator('.week-hour[data-day="1"][data-hour="2"]:focus').waitFor();
    await view.page.getByRole('button', { name: 'Next week' }).click();
    await view.sentThat(({ view: shown }) => (shown as { week?: number } | undefined)?.week === 1);
    await view.page.getByRole('button', { name: 'Show That Week' }).click();
    await view.sentThat(({ view: shown }) => (shown as { week?: number } | undefined)?.week === 19);
    await view.close();
  });

  it('shows the schedules of an hour in the current zone and week, also after a late response', async () => {
    let name = 'In local time';
    const host = overviewHost(overviewState());
    const entries = (own: string) => [{ guid: 'g', name: own, minutes: [5], skipped: false }];
    const view = await openOverview(overviewState(), {
      response: (message) =>
        host(message).map((reply) => (reply.kind === 'cell' ? { ...reply, entries: entries(name) } : reply)),
    });
    await view.page.locator('[data-day="1"][data-hour="2"]').focus();
    await view.page.locator('.week-reading', { hasText: 'In local time (02:05)' }).waitFor();
    name = 'In UTC';
    await view.page.evaluate(
      `(select => { select.value = 'utc'; select.dispatchEvent(new Event('change')); })(document.querySelector('.zone'))`,
    );
    await view.page.locator('.week-reading', { hasText: 'In UTC (02:05)' }).waitFor();

    name = 'Next week';
    await view.page.getByRole('button', { name: 'Next week' }).click();
    await view.page.locator('.week-reading', { hasText: 'Hover over an hour' }).waitFor();
    await view.send({ kind: 'cell', week: 1, day: 3, hour: 5, entries: entries('This week') });
    await view.page.locator('.week-reading', { hasText: 'This week (05:05)' }).waitFor();
    await view.send({ kind: 'cell', week: 0, day: 3, hour: 4, entries: entries('Last week') });
    await view.send(overviewState({ view: { ...overviewState().view, week: 1 } }));
    await view.page.locator('.week-reading', { hasText: 'Next week (05:05)' }).waitFor();
    await view.close();
  });

  it('shows no menu of an hour that was opened in another week', async () => {
    const host = overviewHost(overviewState());
    let responses = false;
    const view = await openOverview(overviewState(), {
      response: (message) => (message.kind === 'needCell' && !responses ? [] : host(message)),
    });
    await view.page.locator('[data-day="1"][data-hour="2"]').click();
    await view.page.getByRole('button', { name: 'Next week' }).click();
    responses = true;
    await view.page.locator('[data-day="1"][data-hour="3"]').hover();
    await view.page.locator('[data-day="1"][data-hour="2"]').hover();
    await view.page.locator('.week-reading', { hasText: 'Report of the day (02:15)' }).waitFor();
    assert.equal(await view.page.getByRole('menuitem').count(), 0);
    await view.close();
  });

  it('marks the hours that daylight saving skips or repeats with an icon and a label', async () => {
    const load = weekLoad();
    const hours = load.days[0]!.hours.map((hour, at) =>
      at === 2
        ? { starts: 0, schedules: 0, change: 'skipped' as const }
        : at === 3
          ? { ...hour, change: 'repeated' as const }
          : hour,
    );
    const days = [{ ...load.days[0]!, hours }, ...load.days.slice(1)];
    const view = await openOverview(overviewState({ load: { ...load, days } }));
    const [skipped, repeated] = [
      view.page.locator('[data-change=skipped]'),
      view.page.locator('[data-change=repeated]'),
    ];
    assert.equal(await skipped.innerText(), '✕');
    assert.match(await repeated.innerText(), /^\d+²$/);
    assert.match((await skipped.getAttribute('aria-label')) ?? '', /Daylight saving time skips this hour/);
    assert.match(
      (await repeated.getAttribute('aria-label')) ?? '',
      /This hour occurs twice because of daylight saving time/,
    );
    await view.close();
  });

  it('navigates chains by arrow keys, dims unconnected nodes, and shows what would break', async () => {
    const view = await openOverview(overviewState());
    await view.page.locator('.chains-scroller').focus();
    await view.press('Home', 'ArrowRight', 'ArrowRight');
    await view.page.locator('.chain-detail h3', { hasText: 'Join logins of branch 0.2' }).waitFor();
    assert.equal(await view.page.locator('.chain-node[aria-selected=true]').count(), 1);
    assert.equal(
      await view.page.locator('.chains-scroller').getAttribute('aria-activedescendant'),
      'chain-node-2',
    );
    assert.ok((await view.page.locator('.chain-node.dim').count()) > 0);
    assert.equal(await view.page.locator('#chain-node-3.dim').count(), 0);
    assert.match(
      await view.text('.effects'),
      /If you stop it\s+It is not running.*never run again: .* and 2 more/s,
    );
    // Of each kind of line, how many are drawn: those of the chain, others, and those that are held.
    const edges = view.page.locator('.edge');
    assert.deepEqual(
      await edges.evaluateAll((all) => all.map((edge) => edge.getAttribute('d')!.split('C').length - 1)),
      [9, 13, 0, 5],
    );
    assert.equal(await view.page.locator('.chain-detail vscode-button[secondary]').count(), 3);
    await view.page.getByRole('button', { name: 'Stop…' }).focus();
    assert.equal(await view.page.locator('[data-affected]').count(), 0);
    await view.page.getByRole('button', { name: 'Delete…' }).focus();
    await view.page.locator('#chain-node-3[data-affected]').waitFor();
    await view.page.getByRole('button', { name: 'Delete…' }).click();
    await holds(() => {
      assert.deepEqual(actions(view), [
        { kind: 'deleteQuery', guid: 'node-2', name: 'Join logins of branch 0.2' },
      ]);
    });
    await view.page.locator('.chains-scroller').press('Escape');
    await view.page.locator('.chain-detail').waitFor({ state: 'detached' });
    await view.close();
  });

  it('shows with icon, label and color what failed and what waits for it', async () => {
    const view = await openOverview(overviewState());
    const text = (state: string): Promise<string | null> =>
      view.page.locator(`.chain-node[data-state=${state}]`).first().textContent();
    assert.match((await text('failed')) ?? '', /Failed · after success/);
    assert.match((await text('waiting')) ?? '', /Waiting · after success/);
    for (const state of ['failed', 'waiting', 'ok', 'running']) {
      assert.equal(await view.page.locator(`.glyph[data-state=${state}]`).count(), 1, state);
    }
    assert.notEqual(await view.page.locator('.edge[data-held]').first().getAttribute('d'), '');
    await view.close();
  });

  it('shows waiting schedules in high contrast, and shortens names to fit, whatever characters they contain', async () => {
    const names = ['W'.repeat(40), '한국어로 된 아주 긴 이름의 예약된 쿼리입니다', 'over\u202Eturned'];
    const nodes = chainNodes(6).map((node, index) => ({
      ...node,
      name: names[index] ?? node.name,
      state: 'waiting' as const,
    }));
    for (const theme of ['hc-black', 'hc-light'] as const) {
      const view = await openOverview(overviewState({ chains: { nodes, alone: 0 } }), { theme });
      for (const part of ['box', 'glyph']) {
        await view.page.locator(`.${part}[data-state=waiting]`).first().waitFor({ state: 'attached' });
        const stroke = `getComputedStyle(document.querySelector('.${part}[data-state=waiting]')).stroke`;
        assert.match(await view.page.evaluate<string>(stroke), /^rgb/, `${part} in ${theme}`);
      }
      const widths = await view.page.evaluate<readonly number[]>(
        `[...document.querySelectorAll('.chain-node text')].map((text) => text.getComputedTextLength())`,
      );
      for (const width of widths) assert.ok(width <= 171, `a line of ${width} in a node of 208`);
      const [long] = await view.page.locator('#chain-node-0 text').allTextContents();
      // One letter more would not fit.
      assert.ok(
        (widths[0]! * (long!.length + 1)) / long!.length > 168,
        `${widths[0]} of ${long!.length} letters`,
      );
      assert.equal(await view.page.locator('#chain-node-2 text').first().textContent(), 'over[U+202E]turned');
      await view.close();
    }
  });

  it('draws 300 schedules and 100,000 tables with fewer than 620 elements, at normal and at small zoom', async () => {
    const view = await openOverview(
      overviewState({
        chains: { nodes: chainNodes(300), alone: 0 },
        attention: { items: attentionItems(40), isChecking: false, gaps: [] },
      }),
    );
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const count = (): Promise<number> => view.page.evaluate(() => document.querySelectorAll('body *').length);
    assert.ok((await count()) < 620, `${await count()} elements`);
    await view.page.getByRole('button', { name: 'Zoom to Fit', exact: true }).click();
    await view.page.locator('.far').first().waitFor();
    assert.ok((await count()) < 620, `${await count()} elements from afar`);
    await view.close();
  });

  it('sorts and filters the tables at its host, and opens one on Enter', async () => {
    const view = await openOverview(overviewState());
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    await view.page.getByRole('columnheader', { name: 'Growth per day' }).click();
    await view.sentThat(
      ({ view: shown }) => (shown as OverviewState['view'] | undefined)?.sort.column === 'perDay',
    );
    await view.page.locator('vscode-textfield input').fill('fw_9');
    await view.sentThat(({ view: shown }) => (shown as OverviewState['view'] | undefined)?.filter === 'fw_9');
    await view.page.locator('[data-row="1"] [role=gridcell]').first().click();
    await view.page.keyboard.press('Enter');
    await holds(() => {
      assert.deepEqual(actions(view), [{ kind: 'showTable', table: 'fw_branch_00001' }]);
    });
    await view.close();
  });

  it('keeps its rows visible when a newer list replaces them', async () => {
    const view = await openOverview(overviewState());
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    const rows = [{ ...(await import('./support/overviewStates')).storedTable(0), name: 'newer' }];
    await view.send(
      overviewState({
        tables: { resultId: 2, count: 1, total: 1, size: 1, perDay: 1, first: { offset: 0, rows } },
      }),
    );
    await view.page.locator('[data-row="0"]', { hasText: 'newer' }).waitFor();
    await view.send({ kind: 'rows', resultId: 1, offset: 0, rows: [{ ...rows[0], name: 'late' }] });
    await view.send(
      overviewState({
        attention: { items: [], isChecking: false, gaps: [] },
        tables: { resultId: 2, count: 1, total: 1, size: 1, perDay: 1, first: null },
      }),
    );
    await view.page.getByText('Nothing needs attention.').waitFor();
    assert.match(await view.text('.storage-panel [data-row="0"]'), /newer/);
    await view.close();
  });

  for (const [section, name] of [
    ['.load-panel', 'Load · SOC Seoul'],
    ['.chains-panel', 'Chains · SOC Seoul'],
  ] as const) {
    it(`sends an image of ${section} to its host, as SVG and as PNG`, async () => {
      const hostile = chainNodes(3).map((node) => ({ ...node, name: '<b>"&\u0000' }));
      const view = await openOverview(overviewState({ chains: { nodes: hostile, alone: 0 } }));
      for (const format of ['SVG', 'PNG']) {
        await view.page.locator(section).getByRole('button', { name: 'Save Image' }).click();
        await view.page.getByRole('menuitem', { name: `Save as ${format}…` }).click();
        const { data, ...message } = await view.sentThat(
          (one) => one.kind === 'saveImage' && one['format'] === format.toLowerCase(),
        );
        assert.deepEqual(message, { kind: 'saveImage', name, format: format.toLowerCase() });
        if (format === 'PNG')
          assert.equal(Buffer.from(String(data), 'base64').subarray(1, 4).toString(), 'PNG');
        else assert.equal(await view.page.evaluate(parseErrors, String(data)), 0);
      }
      assert.deepEqual(view.faults, []);
      await view.close();
    });
  }
});

/** Runs in the page: how many faults a strict reader finds in an SVG. */
function parseErrors(text: string): number {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
  return parsed.querySelectorAll('parsererror').length + (parsed.documentElement.localName === 'svg' ? 0 : 1);
}
