import assert from 'node:assert/strict';
import type { CellEntry, OverviewState, Spread, WeekLoad } from '../../src/core/pages/overview';
import { holds } from '../support/holds';
import { openOverview } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { overviewHost, overviewState, weekLoad } from './support/overviewStates';

/** From now on nothing is drawn again by itself. */
function stopClock({ page }: PageUnderTest): Promise<unknown> {
  return page.evaluate('for (let id = setTimeout(() => 0); id > 0; id -= 1) clearInterval(id)');
}

/** The hours that the page asked for. */
function asked({ posted }: PageUnderTest): readonly string[] {
  return posted.filter(({ kind }) => kind === 'needCell').map(({ day, hour }) => [day, hour].join(' '));
}

function entries(count: number): readonly CellEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    ...{ guid: `g${index}`, name: `Report ${index}`, minutes: [index % 60], skipped: false },
  }));
}

describe('The load of a week in the overview', () => {
  it('requests only the hour at which the pointer stops, and only once', async () => {
    const view = await openOverview();
    await view.page.evaluate(() => {
      for (const hour of [1, 2, 3, 4]) {
        const cell = document.querySelector(`[data-day="2"][data-hour="${hour}"]`)!;
        cell.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
      }
    });
    await view.page.locator('.week-reading', { hasText: '04:00' }).waitFor();
    assert.deepEqual(asked(view), ['2 4']);
    await view.page.locator('[data-day="2"][data-hour="4"]').dispatchEvent('mouseover');
    // Longer than it waits for the pointer to rest.
    await view.page.evaluate('new Promise((passed) => setTimeout(passed, 100))');
    assert.deepEqual(asked(view), ['2 4']);
    await view.page.locator('[data-day="3"][data-hour="4"]').dispatchEvent('mouseover');
    await holds(() => {
      assert.deepEqual(asked(view), ['2 4', '3 4']);
    });
    await view.close();
  });

  it('shows the hour to which the pointer returned, also while another one was requested', async () => {
    const host = overviewHost(overviewState());
    let responses = true;
    const view = await openOverview(
      {},
      { response: (message) => (message.kind === 'needCell' && !responses ? [] : host(message)) },
    );
    /** The pointer passes these hours of a day. */
    const pass = (...hours: readonly number[]): Promise<void> =>
      view.page.evaluate((passed) => {
        for (const hour of passed) {
          const cell = document.querySelector(`[data-day="2"][data-hour="${hour}"]`)!;
          cell.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        }
      }, hours);
    await pass(4);
    await view.page.locator('.week-reading', { hasText: '04:00' }).waitFor();
    await pass(5, 4);
    // Longer than it waits for the pointer to rest.
    await view.page.evaluate('new Promise((passed) => setTimeout(passed, 100))');
    assert.deepEqual(asked(view), ['2 4']);
    responses = false;
    await pass(5);
    await holds(() => {
      assert.deepEqual(asked(view), ['2 4', '2 5']);
    });
    // Other schedules may start in it by now.
    await view.send(overviewState());
    await holds(() => {
      assert.deepEqual(asked(view), ['2 4', '2 5', '2 5']);
    });
    await view.send({ ...overviewState({ watching: 'paused' }), load: undefined });
    await view.page.getByText(/ago, paused/).waitFor();
    await pass(4);
    await holds(() => {
      assert.deepEqual(asked(view), ['2 4', '2 5', '2 5', '2 4']);
    });
    await view.close();
  });

  it('requests an hour again if there was no response', async () => {
    const host = overviewHost(overviewState());
    const view = await openOverview(
      {},
      { response: (message) => (message.kind === 'needCell' ? [] : host(message)) },
    );
    for (const times of [1, 2]) {
      await view.page.locator('[data-day="2"][data-hour="4"]').dispatchEvent('mouseover');
      await holds(() => {
        assert.equal(asked(view).length, times);
      });
    }
    await view.close();
  });

  it('is navigated from the focused hour, not from that under the pointer', async () => {
    const view = await openOverview();
    const active = view.page.locator('.week-hour[tabindex="0"]');
    const location = async (): Promise<readonly (string | null)[]> =>
      Promise.all(['data-day', 'data-hour'].map((name) => active.getAttribute(name)));
    await view.page.locator('[data-day="2"][data-hour="4"]').dispatchEvent('mouseover');
    await view.page.locator('.week-reading', { hasText: '04:00' }).waitFor();
    assert.deepEqual(await location(), ['0', '0']);
    await view.page.locator('[data-day="3"][data-hour="5"]').focus();
    const walk = async (key: string): Promise<readonly (string | null)[]> => {
      await view.page.keyboard.press(key);
      return location();
    };
    await holds(async () => {
      assert.deepEqual(await location(), ['3', '5']);
    });
    assert.deepEqual(await walk('End'), ['3', '23']);
    assert.deepEqual(await walk('Home'), ['3', '0']);
    assert.deepEqual(await walk('Control+End'), ['6', '23']);
    assert.deepEqual(await walk('Control+Home'), ['0', '0']);
    assert.deepEqual(
      [await view.isLeft('ArrowUp'), await view.isLeft('F6')],
      [false, true],
      'it would scroll',
    );
    await view.page.keyboard.press('Tab');
    assert.equal(await view.page.locator('.week-hour:focus').count(), 0);
    await view.close();
  });

  it('takes the focus for a key press, and not again when something is drawn', async () => {
    const view = await openOverview();
    await view.page.locator('[data-day="1"][data-hour="2"]').focus();
    await view.page.keyboard.press('ArrowRight');
    await view.page.locator('[data-day="1"][data-hour="3"]:focus').waitFor();
    await view.page.locator('.chains-scroller').focus();
    await view.send(overviewState({ load: weekLoad({ busiest: null }) }));
    await view.page.getByText('Nothing starts in these seven days.').waitFor();
    assert.equal(await view.page.locator('.chains-scroller:focus').count(), 1);
    // As a screen reader does, which does not focus it.
    await view.page.locator('[data-day="4"][data-hour="5"]').dispatchEvent('click');
    await view.page.getByRole('menuitem').first().waitFor();
    await view.page.keyboard.press('Escape');
    await view.page.locator('[data-day="4"][data-hour="5"][tabindex="0"]:focus').waitFor();
    await view.close();
  });

  it('lists at most thirty queries of an hour, again without a request, and no menu if there are none', async () => {
    const host = overviewHost(overviewState());
    const view = await openOverview(
      {},
      {
        response: (message) =>
          message.kind === 'needCell'
            ? [{ ...message, kind: 'cell', week: 0, entries: entries(message['hour'] === 5 ? 0 : 31) }]
            : host(message),
      },
    );
    await stopClock(view);
    const items = view.page.getByRole('menuitem');
    // By keys, because the pointer would look at an hour of its own.
    await view.page.locator('[data-day="1"][data-hour="5"]').press('Enter');
    await view.page.locator('.week-reading', { hasText: '05:00' }).waitFor();
    assert.equal(await items.count(), 0);
    await view.page.locator('[data-day="1"][data-hour="6"]').press('Enter');
    await items.first().waitFor();
    assert.equal(await items.count(), 30);
    await view.page.keyboard.press('Escape');
    await items.first().waitFor({ state: 'detached' });
    const before = asked(view).length;
    await view.page.keyboard.press(' ');
    await items.first().waitFor();
    assert.equal(asked(view).length, before);
    await view.close();
  });

  it('opens the menu of an hour when its own queries arrive, and only once', async () => {
    const host = overviewHost(overviewState());
    const view = await openOverview(
      {},
      { response: (message) => (message.kind === 'needCell' ? [] : host(message)) },
    );
    const items = view.page.getByRole('menuitem');
    const cell = (day: number, hour: number, name: string): object => ({
      ...{ kind: 'cell', week: 0, day, hour, entries: entries(1).map((one) => ({ ...one, name })) },
    });
    await view.page.locator('[data-day="1"][data-hour="6"]').press('Enter');
    await view.send(cell(1, 5, 'Earlier'));
    await view.page.locator('.week-reading', { hasText: 'Earlier' }).waitFor();
    await view.send(cell(2, 6, 'Another day'));
    await view.page.locator('.week-reading', { hasText: 'Another day' }).waitFor();
    assert.equal(await items.count(), 0);
    await view.send(cell(1, 6, 'Own'));
    await view.page.getByRole('menuitem', { name: 'Open Own' }).waitFor();
    await view.page.keyboard.press('Escape');
    await view.send(cell(1, 6, 'Later'));
    await view.page.locator('.week-reading', { hasText: 'Later' }).waitFor();
    assert.equal(await items.count(), 0);
    await view.close();
  });

  it('navigates between this week and the last of sixty weeks, and no further', async () => {
    const week = (at: number): Partial<OverviewState> => ({ view: { ...overviewState().view, week: at } });
    const weeks = ({ posted }: PageUnderTest): readonly unknown[] =>
      posted
        .filter(({ kind }) => kind === 'viewChanged')
        .map((message) => (message['view'] as OverviewState['view']).week);
    const first = await openOverview(week(1));
    const back = first.page.getByRole('button', { name: 'Previous week' });
    await back.click();
    await holds(() => {
      assert.deepEqual(weeks(first), [0]);
    });
    await first.page.locator('vscode-toolbar-button[label="Previous week"][disabled]').waitFor();
    await first.close();
    const last = await openOverview(week(60));
    await last.page.getByRole('button', { name: 'Next week' }).click();
    await holds(() => {
      assert.deepEqual(weeks(last), [60]);
    });
    await last.close();
  });

  it('shows what was not counted, what starts most, and when the clocks change', async () => {
    const view = await openOverview();
    const shown = async (change: Partial<WeekLoad>): Promise<string> => {
      await view.send(overviewState({ load: weekLoad(change) }));
      return view.text('.load-panel');
    };
    const unread = ['one', 'two', 'three', 'four', 'five', 'six'];
    const text = await shown({ unread, busiest: null, nextChange: { week: 0, date: '2026-11-16' } });
    assert.match(text, /Not counted .*: one, two, three, four, five$/m);
    assert.match(text, /Nothing starts in these seven days\./);
    assert.match(text, /The clocks change on Monday, November 16\./);
    assert.doesNotMatch(text, /Show That Week/);
    const other = await shown({ busiest: { day: 0, minute: 61, starts: 1 }, nextChange: null });
    assert.match(other, /Sunday, November 15, 01:01\s*· 1 start$/m);
    assert.doesNotMatch(other, /Not counted|The clocks change/);
    await view.close();
  });

  it('shows the proposal of Spread, and the button that accepts it, without scrolling', async () => {
    const view = await openOverview({}, { height: 600 });
    await view.page.getByText('Spread Load', { exact: true }).click();
    const create = view.page.locator('.spread').getByRole('button', { name: 'Create 30 Drafts' });
    await create.waitFor();
    const box = await create.boundingBox();
    assert.ok(box && box.y + box.height <= 600, JSON.stringify(box));
    await view.close();
  });

  it('has bars and shades also when the system replaces colors', async () => {
    const view = await openOverview();
    await view.page.emulateMedia({ forcedColors: 'active' });
    const colors = await view.page.evaluate(() =>
      ['.minute', '.week-hour[data-hour="2"]', '.week-hour[data-hour="14"]', 'body'].map(
        (selector) => getComputedStyle(document.querySelector(selector)!).backgroundColor,
      ),
    );
    assert.equal(new Set(colors).size, colors.length, colors.join());
    await view.page.emulateMedia({ forcedColors: 'none' });
    await view.close();
  });

  it('closes the proposal of Spread on Close, and when drafts are created', async () => {
    const view = await openOverview();
    await stopClock(view);
    const panel = view.page.locator('.spread');
    const spread = view.page.getByText('Spread Load', { exact: true });
    await spread.click();
    await panel
      .getByText('With all changes, the number of starts in the busiest minute would be 2 instead of 37.')
      .waitFor();
    assert.equal(await panel.locator('li').count(), 12);
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
    assert.ok(!view.posted.some(({ kind }) => kind === 'makeDrafts'));
    await spread.click();
    await panel.getByRole('button', { name: 'Create 30 Drafts' }).click();
    await panel.waitFor({ state: 'detached' });
    await view.close();
  });

  it('shows all changes of Spread, and creates drafts only of the selected ones', async () => {
    const view = await openOverview();
    const panel = view.page.locator('.spread');
    await view.page.getByText('Spread Load', { exact: true }).click();
    await panel.getByRole('button', { name: 'Show All 30' }).click();
    assert.equal(await panel.locator('li').count(), 30);
    const all = panel.getByRole('checkbox', { name: '30 of 30 selected' });
    await all.click();
    await panel.locator('vscode-button[disabled]', { hasText: 'Create 0 Drafts' }).waitFor();
    await panel.getByRole('checkbox', { name: 'Report 29' }).click();
    await panel.getByRole('checkbox', { name: 'Report 3 ' }).click();
    await panel.getByRole('checkbox', { name: '2 of 30 selected' }).waitFor();
    await panel.getByRole('button', { name: 'Create 2 Drafts' }).click();
    const { changes } = await view.sent('makeDrafts');
    assert.deepEqual(
      (changes as readonly { readonly guid: string }[]).map(({ guid }) => guid),
      ['g3', 'g29'],
    );
    await view.close();
  });

  it('shows the used minutes and the longest run, and no hours when all have as many starts', async () => {
    const view = await openOverview();
    assert.match(await view.text('.load-panel'), /Minutes in which a query starts: 15% of the week/);
    assert.match(await view.text('.load-panel'), /Longest run: *Nightly import *· 12 m 34 s/);
    const bars = view.page.locator('.minute-bars');
    const label =
      'Minutes of the busiest hour: Sunday, November 15, 02:00. 02:00: 37 starts, 02:15: 12 starts';
    assert.ok((await bars.getAttribute('aria-label'))?.startsWith(label));
    assert.equal(await bars.locator('.minute').count(), 4);
    const load = weekLoad({ max: 4 });
    const days = load.days.map((day) => ({
      ...day,
      hours: day.hours.map((hour) => ({ ...hour, starts: 4 })),
    }));
    await view.send(overviewState({ load: { ...load, days } }));
    await view.page
      .getByText('In every hour of these seven days, the same number of queries starts: 4.')
      .waitFor();
    assert.deepEqual([await view.page.locator('.week-hour').count(), await bars.count()], [0, 1]);
    await view.close();
  });

  it('offers to create as many drafts as there are changes, and none if none would help', async () => {
    const view = await openOverview();
    const changes = Array.from({ length: 12 }, (_, index) => ({
      ...{ guid: `g${index}`, name: `Report ${index}`, from: '0 2 * * *', to: '1 2 * * *' },
    }));
    const proposed = (count: number): Spread & { readonly kind: 'spread' } => ({
      ...{ kind: 'spread', before: 2, after: 1, changes: changes.slice(0, count) },
    });
    const panel = view.page.locator('.spread');
    await view.send(proposed(0));
    await panel.getByText('Moving start minutes would not lower the peak load.').waitFor();
    assert.equal(await panel.locator('li').count(), 0);
    assert.deepEqual(await panel.locator('vscode-button').allInnerTexts(), ['Close']);
    assert.doesNotMatch(await panel.innerText(), /Nothing is sent/);
    await view.send(proposed(1));
    await panel.getByRole('button', { name: 'Create 1 Draft', exact: true }).waitFor();
    await view.send(proposed(12));
    await panel.getByRole('button', { name: 'Create 12 Drafts' }).waitFor();
    assert.equal(await panel.locator('li').count(), 12);
    await view.close();
  });
});
