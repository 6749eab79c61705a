import * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import { InvalidRequestError, whereOffered } from '../../api/errors';
import { t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import type { RawRecord } from '../../shared/wire/optional';
import type { Rule, RuleSnapshot } from '../../shared/wire/rule';
import { connectionLabel } from '../../ui/connections/environment';
import type { ReadOnlyDocuments } from '../../ui/documents/readOnlyDocuments';
import { ruleDocumentPath } from './ruleAddress';
import type { RuleTarget } from './ruleItem';
import type { ChosenRule } from './ruleDeps';
import { comparable, ruleText } from './ruleText';
import { versionLabel } from './ruleWords';

/** The current rule or one of its versions, to open or compare. */
export type RuleState =
  | { readonly version: undefined; readonly rule: RawRecord }
  | { readonly version: RuleSnapshot; readonly rule: RawRecord };

/** Reads the current rule. Undefined if the platform does not support it; rejects if the rule does not exist. */
export async function readRule(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  const reading = client.rule(kind, guid, signal).then((rule) => {
    if (rule !== undefined) return rule;
    throw new InvalidRequestError('illegal-state', `${kind} rule not found: ${guid}`);
  });
  return whereOffered(reading);
}

/** Reads a version. Undefined if the platform does not support it; rejects if the version does not exist. */
export async function readVersion(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  version: number,
  signal?: AbortSignal,
): Promise<RuleSnapshot | undefined> {
  const reading = client.ruleVersion(kind, guid, version, signal).then((snapshot) => {
    if (snapshot !== undefined) return snapshot;
    throw new InvalidRequestError('illegal-state', `${kind} rule snapshot not found: ${guid} v${version}`);
  });
  return whereOffered(reading);
}

/** Opens a diff editor. Fields that only the platform sets are omitted, because they always differ. */
export async function compareStates(
  documents: ReadOnlyDocuments,
  { connection, target }: ChosenRule,
  left: RuleState,
  right: RuleState,
): Promise<void> {
  const [one, other] = [left, right].map((state) =>
    documents.put(
      [connection.name, ...ruleDocumentPath(target, state.version?.version, 'compared')],
      ruleText(comparable(state.rule), []),
    ),
  );
  const title = t(
    '{0}: {1} ↔ {2} · {3}',
    target.name,
    stateTitle(left),
    stateTitle(right),
    connectionLabel(connection),
  );
  await vscode.commands.executeCommand('vscode.diff', one, other, readableText(title));
}

/** Updates open documents and diffs of the current rule. */
export async function showAsItIs(
  documents: ReadOnlyDocuments,
  { connection, target }: ChosenRule,
  rule: Rule,
): Promise<void> {
  const compared = [connection.name, ...ruleDocumentPath(target, undefined, 'compared')];
  if (documents.isOpen(compared)) documents.put(compared, ruleText(comparable(rule.raw), []));
  await documents.renew([connection.name, ...ruleDocumentPath(target)]);
}

function stateTitle({ version }: RuleState): string {
  return version === undefined ? t('current') : versionLabel(version.version);
}
