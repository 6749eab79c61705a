import assert from 'node:assert/strict';
import type { TableState } from '../../src/core/pages/tableMessages';
import { hostOf } from './support/hostOf';
import { keyRejected } from './support/offersAnotherKey';
import { openPage } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { tableState } from './support/tableStates';

describe('The page of a table that is updated', () => {
  let view: PageUnderTest;
  afterEach(() => view.close());

  const open = async (change: Partial<TableState>): Promise<void> => {
    view = await openPage('table', { response: hostOf(tableState(change)) });
    await view.page.locator('main').waitFor();
  };

  it('shows sixty fields and the number of others, and a label for an empty value', async () => {
    const field = (name: string) => ({
      ...{ name, type: 'text' as const, filled: 10, distinct: 2 },
      top: [{ value: '', count: 6 }],
    });
    const fields = Array.from({ length: 62 }, (_, index) => field(`field_${index}`));
    await open({ sample: { rows: 10, fields, columns: [], first: [] } });
    assert.equal(await view.page.locator('.field-name').count(), 60);
    await view.page.getByText('2 more', { exact: true }).waitFor();
    assert.match(await view.text('.fields tbody tr'), /empty text/);
    await view.send(tableState({ sample: { rows: 10, fields: fields.slice(2), columns: [], first: [] } }));
    await view.page.getByText('2 more', { exact: true }).waitFor({ state: 'detached' });
    assert.equal(await view.page.getByText(/^\d+ more$/).count(), 0);
  });

  it('keeps the open field after an older message, closes it again, and opens none of another table', async () => {
    await open({});
    const name = view.page.getByRole('button', { name: 'action' });
    await name.click();
    await view.page.locator('.top').waitFor();
    await view.send(tableState({ users: null }));
    await view.page.getByText('Checking…').waitFor();
    assert.equal(await view.page.locator('.top').count(), 1);
    await name.click();
    await view.page.locator('.top').waitFor({ state: 'detached' });
    await name.click();
    await view.page.locator('.top').waitFor();
    await view.send(tableState({ table: 'another' }));
    await view.page.locator('.top').waitFor({ state: 'detached' });
  });

  it('shows above its content why it could not be read again', async () => {
    const failure = {
      ...keyRejected,
      reason: 'unreachable',
      message: 'The platform does not respond.',
    } as const;
    await open({ failure });
    assert.match(await view.page.getByRole('alert').innerText(), /The platform does not respond/);
    assert.equal(await view.page.locator('.facts').count(), 1);
  });
});
