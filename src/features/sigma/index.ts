import * as vscode from 'vscode';
import type { Memory } from '../../ui/memory';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import { RuleLenses } from './ruleLenses';
import type { SigmaDeps } from './sigmaDeps';
import { startDiagnostics } from './startDiagnostics';
import { UsedConnections } from './usedConnections';
import { registerLenses } from '../../ui/documents/registerLenses';

/** Includes file patterns, because no YAML language may be registered. */
const selector = ['file', 'untitled'].flatMap((scheme) => [
  { scheme, language: 'yaml' },
  { scheme, pattern: '**/*.{yml,yaml}' },
]);

export interface Sigma extends vscode.Disposable {
  readonly panels: vscode.WebviewPanelSerializer;
}

/** Sigma rules in the editor, and import of folders. The converter is loaded with the first rule. */
export function registerSigma(given: Omit<SigmaDeps, 'used'> & { readonly memory: Memory }): Sigma {
  const used = new UsedConnections(given.memory, () => vscode.workspace.isTrusted);
  const deps: SigmaDeps = { ...given, used };
  const panels = new LazyPanels(async () =>
    import('./importPanel').then(({ ImportPanels }) => new ImportPanels(deps)),
  );
  const lenses = new RuleLenses(deps);
  const registrations = vscode.Disposable.from(
    panels,
    lenses,
    registerLenses(selector, lenses),
    startDiagnostics(deps, async () => {
      const { RuleDiagnostics } = await import('./ruleDiagnostics');
      return new RuleDiagnostics(deps);
    }),
    deps.ui.commands.registerAll({
      'logbench.sigma.convert': async (...given) => (await import('./ruleActions')).convertRule(deps, given),
      'logbench.sigma.try': async (...given) => (await import('./ruleActions')).tryRule(deps, given),
      'logbench.sigma.schedule': async (...given) =>
        (await import('./ruleActions')).scheduleRule(deps, given),
      'logbench.sigma.update': async (...given) => (await import('./ruleActions')).updateRule(deps, given),
      'logbench.sigma.import': async (...given) => {
        const { connection, folder } = await (await import('./importActions')).chooseFolder(deps, given);
        await used.add(connection);
        (await panels.get()).open(connection, folder);
      },
    }),
  );
  return Object.assign(registrations, { panels });
}
