import assert from 'node:assert/strict';
import { holds } from '../../support/holds';
import type { PageUnderTest } from './pageUnderTest';

/** A page whose host has no rows reports that, and requests them again only on Retry. */
export async function retriesOnRequest(view: PageUnderTest): Promise<void> {
  const asked = (): number => view.posted.filter(({ kind }) => kind === 'needRows').length;
  await view.page.getByText('Some rows could not be read. The platform does not respond.').waitFor();
  assert.equal(asked(), 1);
  await view.page.getByRole('button', { name: 'Retry' }).click();
  await holds(() => {
    assert.equal(asked(), 2);
  });
}
