import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import type { RawRecord } from '../../shared/wire/optional';
import type { Rule } from '../../shared/wire/rule';
import { connectionLabel } from '../../ui/connections/connection';
import type { DocumentAction } from '../../ui/documents/documentContents';
import type { ReadOnlyDocuments } from '../../ui/documents/readOnlyDocuments';
import { ruleDocumentPath } from './ruleItem';
import type { RuleState } from './pickRule';
import type { SelectedRule } from './ruleItem';
import { comparable, ruleText } from './ruleText';
import { versionLabel, withShownPeople } from './ruleTexts';
import { ruleUri } from '../../ui/documents/queryUri';
import type { Connection } from '../../ui/connections/connection';
import type { RuleTarget } from '../../ui/access';

/** Opens a diff editor. Fields that only the platform sets are omitted, because they always differ. */
export async function compareStates(
  documents: ReadOnlyDocuments,
  { connection, value: target }: SelectedRule,
  left: RuleState,
  right: RuleState,
  actions: readonly DocumentAction[] = [],
): Promise<void> {
  const [one, other] = [left, right].map((state) =>
    documents.put(
      [connection.name, ...ruleDocumentPath(target, state.version?.version, 'compared')],
      () => comparedText(state.rule),
      actions,
    ),
  );
  const titles = [stateTitle(left), stateTitle(right), connectionLabel(connection)];
  const title = t('{0}: {1} ↔ {2} · {3}', target.name, ...titles);
  await vscode.commands.executeCommand('vscode.diff', one, other, plainText(title));
}

/** Updates open diffs of the current rule. */
export function showAsItIs(
  documents: ReadOnlyDocuments,
  { connection, value: target }: SelectedRule,
  rule: Rule,
): void {
  const compared = [connection.name, ...ruleDocumentPath(target, undefined, 'compared')];
  if (documents.isOpen(compared)) documents.put(compared, () => comparedText(rule.raw));
}

function comparedText(rule: RawRecord): string {
  return ruleText(withShownPeople(comparable(rule)), []);
}

function stateTitle({ version }: RuleState): string {
  return version === undefined ? t('current') : versionLabel(version.version);
}

/** Opens the editor of a rule, which another feature owns. */
export async function openRule(connection: Connection, target: RuleTarget): Promise<void> {
  await vscode.window.showTextDocument(ruleUri(connection, target), { preview: false });
}
