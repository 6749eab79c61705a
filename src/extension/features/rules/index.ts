import * as vscode from 'vscode';
import { documentScheme, documentsOf } from '../../ui/documents/documentContents';
import { filesWithoutTabs } from '../../ui/documents/filesInTabs';
import type { RulesAccess } from '../../ui/access';
import { ruleFolder, ruleOfRow } from './ruleItem';
import type { RuleDeps } from './rulesSection';

/** Registers the actions on detection rules. Each action is loaded on first use. */
export function registerRules(
  options: Omit<RuleDeps, 'problems'>,
): vscode.Disposable & { readonly access: RulesAccess } {
  const problems = vscode.languages.createDiagnosticCollection('logbench.rules');
  const deps = { ...options, problems };
  const { ui, platforms } = deps;
  const source = documentsOf(platforms, async (connection, path, signal) =>
    (await import('./showRules')).readRuleDocument(deps, connection, path, signal),
  );
  const registrations = vscode.Disposable.from(
    problems,
    ui.documents.addSource(ruleFolder, source),
    // VS Code keeps the document for a while after its tab is closed.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of filesWithoutTabs(closed, documentScheme)) problems.delete(uri);
    }),
    ui.commands.registerAll(
      {
        'logbench.rule.open': async (...args) => (await import('./showRules')).openRuleOrVersion(deps, args),
        'logbench.rule.create': async (...args) => (await import('./createRule')).createRule(deps, args),
        'logbench.rule.duplicate': async (...args) =>
          (await import('./createRule')).duplicateRule(deps, args),
        'logbench.rule.copyToConnection': async (...args) =>
          (await import('./copyRuleToConnection')).copyRuleToConnection(deps, args),
        'logbench.rule.compareVersion': async (...args) =>
          (await import('./showRules')).compareVersions(deps, args),
        'logbench.rule.restore': async (...args) => (await import('./restoreRule')).restoreRule(deps, args),
        'logbench.rule.enable': async (...args) =>
          (await import('./enableRules')).enableRules(deps, args, true),
        'logbench.rule.disable': async (...args) =>
          (await import('./enableRules')).enableRules(deps, args, false),
      },
      'logbench.rule.open',
      'logbench.rule.enable',
      'logbench.rule.disable',
    ),
  );
  return { access: rulesAccess(deps), dispose: () => void registrations.dispose() };
}

/** What other features may ask and report. The code is loaded on first use. */
function rulesAccess(deps: RuleDeps): RulesAccess {
  return {
    ruleOfRow,
    resolve: async (args, title) => (await import('./pickRule')).pickRule(deps, args, title),
    onDidChange: deps.section.onDidChange,
    reload: (connection) => deps.section.reload(connection),
    written: async (connection, target, write) =>
      (await import('./restoreRule')).showWritten(deps, { connection, value: target }, write),
  };
}
