import type { DiagnosticCollection } from 'vscode';
import type { Platforms } from '../../ui/connections/connection';
import type { Ui } from '../../ui/ui';
import type { RulesSection } from './rulesSection';

/** The dependencies of all rule actions. */
export interface RuleDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: RulesSection;
  /** Shows failed restores in Problems. */
  readonly problems: DiagnosticCollection;
}
