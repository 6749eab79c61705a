import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../pages/workbench';

const classes = { light: 'vs', dark: 'vs-dark' } as const;

/**
 * Takes a screenshot of the window as it is, light and dark. The window must follow the color scheme of its system
 * (`window.autoDetectColorScheme`): that changes the theme behind an open question too.
 */
export async function takeFrame(workbench: Workbench, name: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Out of the way: a pointer over an editor brings its scroll bars out.
  await workbench.page.mouse.move(300, 8);
  for (const [scheme, className] of Object.entries(classes) as [keyof typeof classes, string][]) {
    await workbench.page.emulateMedia({ colorScheme: scheme });
    await workbench.page.locator(`.monaco-workbench.${className}`).waitFor();
    const file = path.join(folder, `${name}-${scheme}.png`);
    await workbench.page.screenshot({ path: file, animations: 'disabled' });
  }
}
