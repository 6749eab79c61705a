import * as vscode from 'vscode';
import { readSettings } from '../../ui/settings/settings';
import type { FailureBadge, NotifyDeps } from './failureBadge';

/** Milliseconds; each connection limits its requests itself. */
const pollEvery = 15_000;

/**
 * The number of failures on the view, and messages about new ones, for the connections that are expanded. The code is
 * loaded when one is.
 */
export function registerNotify(deps: NotifyDeps): vscode.Disposable {
  let loading: Promise<FailureBadge> | undefined;
  const setting = (): ReturnType<typeof readSettings>['notifyFailures'] =>
    vscode.workspace.isTrusted ? readSettings().notifyFailures : 'off';
  const load = async (): Promise<FailureBadge> =>
    (loading ??= import('./failureBadge').then((loaded) => new loaded.FailureBadge(deps, setting)));
  const update = (): void => {
    const isNeeded = loading !== undefined || deps.expanded.all().length > 0;
    if (isNeeded) void load().then(async (badge) => badge.update());
  };
  const whenLoaded = (act: (badge: FailureBadge) => void): void => void loading?.then(act);
  const timer = setInterval(update, pollEvery);
  return vscode.Disposable.from(
    new vscode.Disposable(() => {
      clearInterval(timer);
      whenLoaded((badge) => badge.dispose());
    }),
    deps.expanded.onDidChange(update),
    deps.access.onDidChange(() => whenLoaded((badge) => badge.show())),
    deps.platforms.onDidChange((change) => {
      if (change !== 'connections') return;
      whenLoaded((badge) => badge.forget());
      update();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(update),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('logbench.notify')) update();
    }),
  );
}
