import type * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Settings } from '../../ui/settings/settingsValues';
import type { Ui } from '../../ui/ui';
import type { RuleTarget } from './ruleItem';
import type { RulesSection } from './rulesSection';

/** The dependencies of all rule actions. */
export interface RuleDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: RulesSection;
  readonly readSettings: () => Settings;
  /** Shows failed restores in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}

export interface ChosenRule {
  readonly connection: Connection;
  readonly target: RuleTarget;
}
