import { eventually } from './eventually';

/** Waits until an assertion holds; after the timeout it throws the last error. */
export async function holds(check: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await check();
    return true;
  });
}
