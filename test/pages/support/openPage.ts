import { Pages } from './pageUnderTest';
import type { PageOptions, PageUnderTest } from './pageUnderTest';

let pages: Promise<Pages> | undefined;

/** Opens a page in the browser that all suites share; the first that asks starts it. */
export async function openPage(name: string, options?: PageOptions): Promise<PageUnderTest> {
  pages ??= Pages.start();
  return (await pages).open(name, options);
}

// Outside of any suite, so that it comes once, after all of them.
after(async () => {
  await (await pages)?.stop();
});
