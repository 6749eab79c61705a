import type * as vscode from 'vscode';
import type { DraftActions, DraftDeps } from './draftActions';

/** Registers the commands; their code is loaded when the first one runs. */
export function draftCommands(deps: DraftDeps): vscode.Disposable {
  let actions: Promise<DraftActions> | undefined;
  const loaded = (): Promise<DraftActions> =>
    (actions ??= import('./draftActions').then(({ buildDraftActions }) => buildDraftActions(deps)));
  const registration = deps.ui.commands.registerAll({
    'logbench.scheduledQuery.open': async (...given) => (await loaded()).open(given),
    'logbench.scheduledQuery.publish': async (...given) => (await loaded()).publish(given),
    'logbench.scheduledQuery.compare': async (...given) => (await loaded()).compare(given, false),
    'logbench.scheduledQuery.compareContent': async (...given) => (await loaded()).compare(given, true),
    'logbench.scheduledQuery.revert': async (...given) => (await loaded()).revert(given),
    'logbench.drafts.list': async () => (await loaded()).list(),
    'logbench.scheduledQuery.showRequest': async (...given) => (await loaded()).showRequest(given),
  });
  return {
    dispose: () => {
      registration.dispose();
      void actions?.then((built) => {
        built.dispose();
      });
    },
  };
}
