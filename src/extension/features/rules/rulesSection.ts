import { compareNames } from '../../../core/base/compareNames';
import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type { Rule, RuleKind } from '../../../core/interface/rule';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { lazySource, askKeywords } from '../../ui/explorer/explorerSection';
import type { ExplorerSection, SectionChange } from '../../ui/explorer/explorerSection';
import type { RuleTarget, RunText } from '../../ui/access';
import { byPriority, ruleRowId } from './ruleItem';
import type { FeatureDeps } from '../../ui/openUi';

/** The section, with methods to report changes by the feature's actions. */
export interface RulesSection extends ExplorerSection, vscode.Disposable {
  readonly onDidChange: vscode.Event<SectionChange>;
  /** Updates the row of a rule. */
  changed(connection: Connection, kind: RuleKind, rule: Rule): Promise<void>;
  /** Reloads the rules of a connection. */
  reload(connection: Connection): void;
  /** Reloads the versions of a rule. */
  versionsChanged(connection: Connection, target: RuleTarget): void;
}

export function rulesSection(platforms: Platforms): RulesSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  return {
    id: 'rules',
    label: t('Detection Rules'),
    icon: 'shield',
    source: (connection) =>
      lazySource(async () =>
        (await import('./rulesSource')).rulesSource(connection, async () => platforms.clientFor(connection)),
      ),
    onDidChange: changes.event,
    askFilter: async (_connection, current, prompts) =>
      askKeywords(t('Filter Detection Rules'), current, prompts),
    sortings: [
      { id: 'platform', label: t('Platform order') },
      { id: 'name', label: t('Name'), compare: (one, other) => compareNames(one.label, other.label) },
      {
        id: 'priority',
        label: t('Priority, highest first'),
        compare: byPriority,
      },
    ],
    changed: async (connection, kind, rule) => {
      const { ruleRow } = await import('./rulesSource');
      const row = ruleRow(connection, kind, rule, async () => platforms.clientFor(connection));
      changes.fire({ kind: 'rows', connection, changed: [row] });
    },
    reload: (connection) => changes.fire({ kind: 'reload', connection }),
    versionsChanged: (connection, target) =>
      changes.fire({ kind: 'below', connection, id: ruleRowId(target) }),
    dispose: () => changes.dispose(),
  };
}

/** The dependencies of all rule actions. */
export interface RuleDeps extends FeatureDeps {
  readonly section: RulesSection;
  /** Runs a query and shows its rows in the panel with this key; asks first if it writes. */
  readonly runQuery: RunText;
  /** Shows failed restores in Problems. */
  readonly problems: vscode.DiagnosticCollection;
}
