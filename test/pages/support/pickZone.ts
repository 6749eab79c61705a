import type { PageUnderTest } from './pageUnderTest';

/** Selects a time zone in the header of a page. */
export async function pickZone({ page }: PageUnderTest, zone: 'local' | 'utc' | 'server'): Promise<void> {
  await page.locator('vscode-single-select.zone').waitFor();
  await page.evaluate(
    `(select => { select.value = '${zone}'; select.dispatchEvent(new Event('change')); })(document.querySelector('.zone'))`,
  );
}
