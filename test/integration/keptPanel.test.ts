import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { WebviewPanel } from '../../src/ui/panels/webviewPanel';
import type { PanelEnvironment } from '../../src/ui/panels/webviewPanel';

interface State {
  readonly kind: 'state';
  readonly table: string;
}

describe('What a panel keeps for a reload', () => {
  it('is given again to a page that was not ready for it, and else only when it has changed', () => {
    const sent: { readonly kind: string }[] = [];
    let say: ((message: unknown) => void) | undefined;
    const webview = {
      onDidReceiveMessage: (listener: typeof say) => (say = listener),
      postMessage: (message: State) => Promise.resolve(sent.push(message) > 0),
      asWebviewUri: (uri: vscode.Uri) => uri,
      cspSource: 'self',
    };
    const nothing = (): void => undefined;
    const shown = {
      webview,
      title: 'Test',
      visible: true,
      onDidChangeViewState: nothing,
      onDidDispose: nothing,
    };
    const environment = {
      extensionUri: vscode.Uri.file('/extension'),
      connections: { add: nothing },
      platforms: { onDidChange: () => ({ dispose: nothing }) },
      zone: { tell: nothing },
    };
    const type = {
      viewType: 'logbench.test' as const,
      page: 'table',
      fromPage: z.object({ kind: z.literal('ready'), timeZone: z.string() }),
      resume: z.object({ table: z.string() }),
      resumeOf: ({ table }: State) => ({ table }),
      mask: (message: State) => message,
    };
    const panel = new WebviewPanel(
      shown as unknown as vscode.WebviewPanel,
      type,
      environment as unknown as PanelEnvironment,
      'Test',
    );
    const kept = (): number => sent.filter(({ kind }) => kind === 'keep').length;

    panel.post({ kind: 'state', table: 'a' });
    panel.post({ kind: 'state', table: 'a' });
    assert.equal(kept(), 1);
    say?.({ kind: 'ready', timeZone: 'UTC' });
    panel.post({ kind: 'state', table: 'a' });
    assert.equal(kept(), 2);
    panel.post({ kind: 'state', table: 'b' });
    assert.equal(kept(), 3);
  });
});
