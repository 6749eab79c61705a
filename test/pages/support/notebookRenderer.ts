import type { Page } from 'playwright-core';
import type { CellOutput } from '../../../src/core/pages/notebook';

/** Loads the renderer of results in cells into an empty document of the server, as VS Code does in a notebook. */
export async function loadRenderer(page: Page, origin: string): Promise<void> {
  const address = JSON.stringify(`${origin}/notebookRenderer.js`);
  await page.goto(`${origin}/notebookRenderer.js`);
  await page.evaluate(`import(${address}).then(({ activate }) => {
    window.posted = [];
    window.renderer = activate({ postMessage: (message) => window.posted.push(message) });
  })`);
}

/** The script that draws a result instead of everything else in the document. */
export function drawing(output: CellOutput): string {
  return `{
    const element = document.createElement('div');
    document.body.replaceChildren(element);
    const json = () => JSON.parse(${JSON.stringify(JSON.stringify(output))});
    renderer.renderOutputItem({ id: '1', json }, element);
  }`;
}
