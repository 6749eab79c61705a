import type { DiagnosticCollection } from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Ui } from '../../ui/ui';
import type { RulesSection } from './rulesSection';

export type RunQuery = (key: string, name: string, connection: Connection, text: string) => Promise<void>;

/** The dependencies of all rule actions. */
export interface RuleDeps {
  readonly ui: Ui;
  readonly platforms: Platforms;
  readonly section: RulesSection;
  /** Runs a query and shows its rows in the panel with this key; asks first if it writes. */
  readonly runQuery: RunQuery;
  /** Shows failed restores in Problems. */
  readonly problems: DiagnosticCollection;
}
