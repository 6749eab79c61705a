import type { Failure } from '../../../src/shared/protocol/common';
import type { PageUnderTest } from './pageUnderTest';

export const keyRejected: Failure = {
  reason: 'keyRejected',
  message: 'The API key was rejected.',
  detail: null,
  canRetry: true,
};

/** A page that was told so offers to set another key, until it is told that the key is not what is wrong. */
export async function offersAnotherKey(
  view: PageUnderTest,
  told: (failure: Failure) => unknown,
): Promise<void> {
  const button = view.page.getByRole('button', { name: 'Set API Key…' });
  await button.click();
  await view.sent('setApiKey');
  await view.send(told({ ...keyRejected, reason: 'unreachable' }));
  await button.waitFor({ state: 'detached' });
}
