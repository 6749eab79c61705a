import * as vscode from 'vscode';
import { documentsOf } from '../../ui/documentSource';
import { fileOfTab } from '../../ui/filesInTabs';
import type { Platforms } from '../../ui/platforms';
import { readSettings } from '../../ui/settings';
import type { Workbench } from '../../ui/workbench';
import { ruleFolder } from './ruleAddress';
import { ruleKinds } from './ruleItem';
import type { RulesSection } from './rulesSection';

/** Registers what can be done with detection rules. Each action is loaded when it is first used. */
export function registerRules(
  workbench: Workbench,
  platforms: Platforms,
  section: RulesSection,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.rules');
  const parts = { workbench, platforms, section, readSettings, problems };
  const source = documentsOf(platforms, async (connection, path, signal) =>
    (await import('./readRuleDocument')).readRuleDocument(parts, connection, path, signal),
  );
  return vscode.Disposable.from(
    problems,
    ...ruleKinds.map((kind) => workbench.documents.addSource(ruleFolder(kind), source)),
    // VS Code keeps the document for a while after its tab is closed.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of closed.map(fileOfTab)) if (uri) problems.delete(uri);
    }),
    workbench.commands.registerAll({
      'logbench.rule.show': async (...given) => (await import('./showRules')).showRule(parts, given),
      'logbench.rule.compareVersion': async (...given) =>
        (await import('./showRules')).compareVersions(parts, given),
      'logbench.rule.restore': async (...given) => (await import('./restoreRule')).restoreRule(parts, given),
      'logbench.rule.enable': async (...given) =>
        (await import('./switchRules')).switchRules(parts, given, true),
      'logbench.rule.disable': async (...given) =>
        (await import('./switchRules')).switchRules(parts, given, false),
    }),
  );
}
