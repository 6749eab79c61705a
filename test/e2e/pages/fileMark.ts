import type { Locator } from 'playwright-core';

/** How VS Code draws what is special about a file, beside its name and in the color of its name. */
export interface FileMark {
  /** Empty where there is none. */
  readonly badge: string;
  readonly color: string;
  /** Of the icon of a row of a tree, which tells the state. */
  readonly iconColor: string | undefined;
}

/** The mark of a tab or of a row of a tree. */
export async function fileMark(locator: Locator): Promise<FileMark> {
  const label = locator.locator('.monaco-icon-label').first();
  const { content } = await label.evaluate(styleOf, '::after');
  const { color } = await label.locator('.label-name').first().evaluate(styleOf, undefined);
  const icon = label.locator('.custom-view-tree-node-item-icon');
  const iconColor = (await icon.count()) === 0 ? undefined : (await icon.evaluate(styleOf, '::before')).color;
  return { badge: /^"(.*)"$/.exec(content)?.[1] ?? '', color, iconColor };
}

interface Style {
  readonly content: string;
  readonly color: string;
}

/** Runs in the page, whose names the tests do not know. */
function styleOf(element: unknown, part: string | undefined): Style {
  const page = globalThis as unknown as { getComputedStyle: (of: unknown, part?: string) => Style };
  const { content, color } = page.getComputedStyle(element, part);
  return { content, color };
}
