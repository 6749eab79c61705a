import type * as vscode from 'vscode';
import type { Connection } from '../../ui/connection';
import type { Platforms } from '../../ui/platforms';
import type { Settings } from '../../ui/settingsValues';
import type { Workbench } from '../../ui/workbench';
import type { RuleTarget } from './ruleItem';
import type { RulesSection } from './rulesSection';

/** What every action on rules works with. */
export interface RuleParts {
  readonly workbench: Workbench;
  readonly platforms: Platforms;
  readonly section: RulesSection;
  readonly readSettings: () => Settings;
  /** Where failed restores stand in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}

/** One rule of one connection. */
export interface ChosenRule {
  readonly connection: Connection;
  readonly target: RuleTarget;
}
