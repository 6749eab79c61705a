import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';

/** The extension under test, active. */
export async function activeExtension(): Promise<vscode.Extension<unknown>> {
  const extension = vscode.extensions.getExtension('logbench.logbench');
  assert(extension, 'the extension is not installed in this host');
  await extension.activate();
  return extension;
}

/** What the extension's package.json contributes, as far as tests compare with it. */
export function contributions(extension: vscode.Extension<unknown>): Contributions {
  return Manifest.parse(extension.packageJSON).contributes;
}

const Manifest = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string() })),
    menus: z.record(
      z.string(),
      z.array(z.object({ command: z.optional(z.string()), when: z.optional(z.string()) })),
    ),
    viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string() })) }),
    views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
  }),
});

type Contributions = z.infer<typeof Manifest>['contributes'];
