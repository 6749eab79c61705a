import { eventually } from './eventually';

/** Waits until an assertion holds; at the deadline it throws what the assertion threw last. */
export async function holds(check: () => void | Promise<void>): Promise<void> {
  await eventually(async () => {
    await check();
    return true;
  });
}
