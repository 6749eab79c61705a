import assert from 'node:assert/strict';
import type { TableState, TableUser } from '../../src/core/pages/tableMessages';
import { keyRejected, offersAnotherKey } from './support/offersAnotherKey';
import { hostOf } from './support/hostOf';
import { openPage } from './support/openPage';
import type { Message, PageUnderTest } from './support/pageUnderTest';
import { tableWithUnknownData, tableState } from './support/tableStates';

const day = 86_400_000;

async function open(state: TableState): Promise<PageUnderTest> {
  const view = await openPage('table', { response: hostOf(state) });
  await view.page.locator('main').waitFor();
  return view;
}

describe('The page of a table', () => {
  it('shows properties, fields and newest rows of a sample, users and nodes', async () => {
    const view = await open(tableState());
    const text = await view.text('main');
    for (const label of [
      'has logs older than its retention',
      'Based on the newest 1,000 rows.',
      'Port scan',
      'batch rule, reads',
      'scheduled query, writes',
      'data-1',
      '2026-08-17 01:00:00+0900',
      'Shared with: analysts, kim.minji',
    ]) {
      assert.ok(text.includes(label), `${label} is missing`);
    }
    assert.match(await view.text('.fields tbody tr:nth-child(3)'), /bytes\s+number\s+93%\s+402\s+64/);
    assert.match(
      await view.text('.fields tbody tr:nth-child(1)'),
      /_time\s+time\s+100%\s+1,000\s+all distinct/,
    );
    assert.match(await view.text('.rows tbody tr'), /2026-11-15 08:59:50\+0900\s+deny\s+64/);
    await view.close();
  });

  it('opens the most frequent values of a field, with their share', async () => {
    const view = await open(tableState());
    await view.page.getByRole('button', { name: 'action' }).press('Enter');
    assert.match(await view.text('.top'), /allow\s+812 · 81%\s+deny\s+180 · 18%\s+reset\s+8 · 0.8%/);
    await view.sentThat(
      ({ view: shown }) => (shown as TableState['view'] | undefined)?.openField === 'action',
    );
    // Of the rows that have the field.
    await view.page.getByRole('button', { name: 'bytes' }).press('Enter');
    await view.page.locator('.top', { hasText: '120 · 13%' }).waitFor();
    await view.close();
  });

  it('offers to query, pivot and copy each of its most frequent values, but only to copy a list or cut text', async () => {
    const long = 'x'.repeat(201);
    const state = tableState();
    const fields = state.sample?.fields.map((field) =>
      field.name === 'bytes' ? { ...field, type: 'text' as const, top: [{ value: long, count: 9 }] } : field,
    );
    const view = await open({ ...state, sample: state.sample && { ...state.sample, fields: fields ?? [] } });
    const pick = async (item: string): Promise<void> => {
      await view.page.getByRole('menuitem', { name: item }).click();
    };
    await view.page.getByRole('button', { name: 'action' }).press('Enter');
    await view.page.locator('.top').getByRole('button', { name: 'deny' }).press('Enter');
    await pick('Query Rows with “deny”');
    await view.page.locator('.top').getByRole('button', { name: 'deny' }).click();
    await pick('Query Rows Without “deny”');
    await view.page.locator('.top').getByRole('button', { name: 'reset' }).click();
    await pick('Copy Value');
    await view.sentThat(({ kind, text }) => kind === 'copy' && text === 'reset');
    await view.page.locator('.top').getByRole('button', { name: 'reset' }).click();
    await pick('Pivot…');
    const { column, value } = await view.sent('pivot');
    assert.deepEqual({ column, value }, { column: 'action', value: 'reset' });
    const queries = view.posted.filter(({ kind }) => kind === 'queryValue');
    assert.deepEqual(queries, [
      { kind: 'queryValue', field: 'action', value: 'deny', exclude: false },
      { kind: 'queryValue', field: 'action', value: 'deny', exclude: true },
    ]);
    await view.page.locator('td.value').getByRole('button', { name: long }).click();
    assert.deepEqual(await view.page.getByRole('menuitem').allInnerTexts(), ['Copy Value']);
    await view.close();
  });

  it('keeps names of fields in one line in a narrow window', async () => {
    const view = await openPage('table', { width: 400, response: hostOf(tableState()) });
    await view.page.locator('.field-name').first().waitFor();
    const heights = await view.page
      .locator('.field-name')
      .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().height));
    assert.ok(Math.max(...heights) < 30, heights.join(' '));
    await view.close();
  });

  it('requests the query of selected days, by keyboard and by pointer', async () => {
    const view = await open(tableState());
    const slider = view.page.getByRole('slider', { name: /Enter to open a query for that time/ });
    await slider.focus();
    await view.press('ArrowRight', 'Shift+ArrowRight', 'Enter');
    const { volume } = tableState();
    const asked = await view.sent('queryTime');
    assert.deepEqual([asked['from'], asked['to']], [volume!.from + day, volume!.from + 3 * day]);
    const box = (await view.page.locator('.chart path[stroke*="editorWidget-border"]').last().boundingBox())!;
    await view.page.mouse.move(box.x + box.width * 0.5, box.y + 20);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.8, box.y + 20, { steps: 4 });
    await view.page.mouse.up();
    await view.sentThat(({ kind, from }) => kind === 'queryTime' && from !== asked['from']);
    await view.send(tableState({ volume: { ...volume!, to: volume!.from + day, counts: [60] } }));
    await view.page.getByText('Logs: 60, days: 1 (').waitFor();
    await view.page.mouse.move(box.x + box.width * 0.25, box.y + 20);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.75, box.y + 20, { steps: 4 });
    await view.page.mouse.up();
    const isTheDay = ({ from, to }: Message): boolean => from === volume!.from && to === volume!.from + day;
    await view.sentThat((message) => message.kind === 'queryTime' && isTheDay(message));
    await view.close();
  });

  it('dates each day in the zone of the platform, whatever the zone of the user is', async () => {
    const from = Date.UTC(2026, 10, 14);
    const volume = { from, to: from + 3 * day, counts: [1, 0, 2] };
    const local = { zone: 'local', openField: null } as const;
    const view = await open(tableState({ volume, view: local }));
    await view.page.getByText('Logs: 3, days: 3 (server time, +0000).').waitFor();
    const axis = async (): Promise<readonly string[]> => view.page.locator('.chart text').allTextContents();
    assert.deepEqual(await axis(), ['0', '1', '2', '11-14', '11-15', '11-16']);
    const slider = view.page.getByRole('slider');
    await slider.press('End');
    assert.equal(
      await slider.getAttribute('aria-valuetext'),
      '2026-11-16 09:00:00+0900 to 2026-11-17 09:00:00+0900: 2',
    );
    await view.send(tableState({ volume: { from, to: from + day, counts: [60] }, view: local }));
    await view.page.getByText('Logs: 60, days: 1 (').waitFor();
    assert.deepEqual((await axis()).slice(-1), ['11-14']);
    await view.close();
  });

  it('opens a query over the table, its users, its text, its audit entries, its retention and its drop', async () => {
    const view = await open(tableState());
    await view.page.getByRole('button', { name: 'Query This Table' }).click();
    await view.sent('query');
    await view.page.getByRole('button', { name: 'Denied connections by country' }).click();
    assert.equal((await view.sent('openQuery'))['guid'], 'g1');
    await view.page.getByRole('button', { name: 'Copy as Text' }).click();
    await view.sent('copyText');
    for (const [name, command] of [
      ['Search Audit Logs', 'audit.search'],
      ['Change Retention…', 'table.setRetention'],
      ['Drop Table…', 'table.drop'],
    ] as const) {
      await view.page.getByRole('button', { name }).click();
      await view.sentThat((message) => message.kind === 'run' && message['command'] === command);
    }
    await view.close();
  });

  it('explains for each part why it is missing', async () => {
    const view = await open(tableWithUnknownData());
    assert.equal(await view.page.getByText('It requires the role ADMIN').count(), 3);
    assert.match(await view.text('main'), /does not report who shares the table/);
    assert.match(await view.text('.facts'), /Retention\s+90 days/);
    await view.send(
      tableState({
        volume: { from: 0, to: 0, counts: [] },
        sample: { rows: 0, fields: [], columns: [], first: [] },
        users: { items: [], gaps: [], asOf: null },
      }),
    );
    assert.match(
      await view.text('main'),
      /There are no logs\..*There are no rows\..*No scheduled query or rule uses this table\./s,
    );
    await view.page.getByRole('button', { name: 'Upload Log File…' }).click();
    await view.sentThat(({ command }) => command === 'upload.start');
    await view.close();
  });

  it('shows above everything else that its connection has changed, and when the texts were read', async () => {
    const view = await open(tableState());
    assert.match(await view.text('.users-panel'), /As of 2026-11-15 12:00:00\+0900/);
    await view.send({ kind: 'notice', text: 'The connection was <b>removed</b>.' });
    const notice = view.page.getByRole('alert');
    assert.equal(await notice.innerText(), 'The connection was <b>removed</b>.');
    await view.send({ kind: 'notice', text: null });
    assert.equal(await notice.count(), 0);
    await view.close();
  });

  it('does not claim that the table is unused if not all could be read, and shows that no nodes are listed', async () => {
    const { facts } = tableState();
    const gaps = ['Rules could not be checked.'];
    const users = { items: [], gaps, asOf: null };
    const view = await open(tableState({ facts: { ...facts!, nodes: [], sharedWith: null }, users }));
    assert.match(
      await view.text('.users-panel'),
      /No use of this table was found in the data that could be read\.\s+Rules could not be checked\./,
    );
    assert.match(await view.text('.nodes-panel'), /Shared with:\s+The platform lists no nodes\./);
    assert.equal(await view.page.locator('.nodes-panel table').count(), 0);
    const [first] = tableState().users!.items;
    await view.send(tableState({ users: { items: [first!], gaps, asOf: null } }));
    await view.page.getByText('Denied connections by country').waitFor();
    assert.match(await view.text('.users-panel'), /Rules could not be checked\./);
    assert.doesNotMatch(await view.text('.users-panel'), /No use/);
    assert.match(await view.text('.nodes-panel'), /data-1/);
    await view.close();
  });

  it('shows how each user uses the table, and links only scheduled queries', async () => {
    const item = (kind: TableUser['kind'], use: TableUser['use'], name: string): TableUser => ({
      ...{ kind, use, name },
      guid: name,
    });
    const items = [
      item('scheduledQuery', 'reads', 'one'),
      item('scheduledQuery', 'writes', 'two'),
      item('batchRule', 'writes', 'three'),
      item('streamRule', 'reads', 'four'),
    ];
    const view = await open(tableState({ users: { items, gaps: [], asOf: null } }));
    const lines = await view.page.locator('.users li').allInnerTexts();
    assert.deepEqual(
      lines.map((line) => line.trim().split(/\s+/).join(' ')),
      [
        'one scheduled query, reads',
        'two scheduled query, writes',
        'three batch rule, writes',
        'four stream rule, reads',
      ],
    );
    assert.deepEqual(await view.page.locator('.users button').allInnerTexts(), ['one', 'two']);
    await view.close();
  });

  it('offers another key if the key was rejected', async () => {
    const failed = (failure: typeof keyRejected): TableState => tableState({ facts: null, failure });
    const view = await open(failed(keyRejected));
    await offersAnotherKey(view, failed);
    await view.close();
  });

  it('sends an image of the days to its host', async () => {
    const view = await open(tableState());
    await view.page.getByRole('button', { name: 'Save Image' }).click();
    await view.page.getByRole('menuitem', { name: 'Save as SVG…' }).click();
    const data = String((await view.sent('saveImage'))['data']);
    assert.match(data, /^<svg .*Logs by day · fw_seoul_core/s);
    // As wide as there is room, and as high as the day with the most.
    const bars = [...data.matchAll(/M[\d.]+ [\d.]+h([\d.]+)a[^v]*v([\d.]+)/g)].map(([, width, height]) => ({
      width: Number(width),
      height: Math.round(Number(height)),
    }));
    assert.deepEqual(
      [bars.length, bars[0], bars[3]],
      [30, { width: 22, height: 135 }, { width: 22, height: 180 }],
    );
    assert.equal(data.match(/>2026-\d\d-\d\d</g)?.length, 2);
    assert.deepEqual(view.faults, []);
    await view.close();
  });
});
