import assert from 'node:assert/strict';
import { cellOutput } from '../../src/core/notebook/cellOutput';
import type { CellRun } from '../../src/core/pages/notebook';
import { drawing, loadRenderer } from './support/notebookRenderer';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';

function runOf(columns: CellRun['columns'], rows: CellRun['rows']): CellRun {
  return {
    sent: 'table web',
    connection: { name: 'Lab', environment: 'local', readOnly: false, serverOffset: null },
    ...{
      queryId: 1,
      started: 0,
      elapsed: 1,
      total: 100_000,
      hash: '',
      hashed: 0,
      failure: null,
      columns,
      rows,
    },
  };
}

describe('The result in a cell of a notebook', () => {
  async function draw(run: CellRun): Promise<PageUnderTest> {
    const view = await openPage('queryResults', { alone: true });
    await loadRenderer(view.page, new URL(view.page.url()).origin);
    await view.page.evaluate(drawing(cellOutput('cell', 'suspects', run)));
    await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
    return view;
  }

  it('shows as many rows as fit into fifteen lines, and the others when it is scrolled', async () => {
    const rows = Array.from({ length: 1000 }, (_, row) => [`user ${row}`]);
    const view = await draw(runOf([{ name: 'user', type: 'text' }], rows));
    await view.page.getByText('The first 1,000 of 100,000 rows are shown.').waitFor();
    await view.page.getByText(/^Lab · (1970-01-01|1969-12-31)/).waitFor();
    assert.ok((await view.page.locator('[data-row]').count()) < 40);
    const { height = 0 } = (await view.page.locator('.logbench-cell').boundingBox()) ?? {};
    assert.ok(height < 500, `${height} pixels`);
    await view.page.locator('.grid [data-active]').press('Control+End');
    await view.page.getByText('user 999').waitFor();
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('grows for its open menu, which the next cell would cover, and shrinks when it is closed', async () => {
    const view = await draw(runOf([{ name: 'user', type: 'text' }], [['jkim']]));
    const boxOf = async (selector: string): Promise<{ top: number; bottom: number }> => {
      const { y, height } = (await view.page.locator(selector).boundingBox()) ?? assert.fail();
      return { top: y, bottom: y + height };
    };
    const before = await boxOf('.logbench-cell');
    await view.page.getByRole('gridcell', { name: 'jkim' }).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Pivot…' }).waitFor();
    const [menu, cell] = [await boxOf('[role=menu]'), await boxOf('.logbench-cell')];
    assert.ok(menu.top >= cell.top && menu.bottom <= cell.bottom, JSON.stringify({ menu, cell }));
    // VS Code makes its document as high as the cells.
    await view.page.setViewportSize({ width: 1280, height: 1000 });
    await view.page.getByRole('menuitem', { name: 'Pivot…' }).press('Escape');
    assert.deepEqual(await boxOf('.logbench-cell'), before);
    await view.close();
  });

  it('shows values as text, whatever they contain', async () => {
    const hostile = [
      '<script>alert(1)</script>',
      '</style><img src=x>',
      '[a](command:x)',
      'a\u202Eb',
      '한국어 값',
    ];
    const types = ['text', 'number', 'time', 'boolean', 'json'] as const;
    const columns = types.map((type, index) => ({ name: `${hostile[index]}`, type }));
    const values = hostile.map((value, index) =>
      types.map((type) => (type === 'json' ? { [value]: [value, index] } : value)),
    );
    const view = await draw(runOf(columns, values));
    const text = await view.text('.logbench-cell');
    for (const shown of ['<script>alert(1)</script>', '</style><img src=x>', '[a](command:x)', '한국어 값']) {
      assert.ok(text.includes(shown), shown);
    }
    assert.ok(!text.includes('\u202E'));
    assert.equal(await view.page.locator('.logbench-cell :is(script, img, a)').count(), 0);
    await view.page.locator('[data-row="0"]').dblclick();
    await view.page.locator('.detail').waitFor();
    assert.equal(await view.page.locator('.logbench-cell :is(script, img, a)').count(), 0);
    await view.close();
  });
});
