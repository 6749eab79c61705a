import type { Failure } from '../../../src/core/pages/common';
import type { PageUnderTest } from './pageUnderTest';

export const keyRejected: Failure = {
  reason: 'keyRejected',
  message: 'The API key was rejected.',
  detail: null,
  canRetry: true,
};

/** A page with this failure offers to set another key, until the failure is another one. */
export async function offersAnotherKey(
  view: PageUnderTest,
  stateWith: (failure: Failure) => unknown,
): Promise<void> {
  const button = view.page.getByRole('button', { name: 'Set API Key…' });
  await button.click();
  await view.sent('setApiKey');
  await view.send(stateWith({ ...keyRejected, reason: 'unreachable' }));
  await button.waitFor({ state: 'detached' });
}
