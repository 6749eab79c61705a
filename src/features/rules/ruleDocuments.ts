import * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import { InvalidRequestError, isMissingOperation } from '../../api/errors';
import { t } from '../../shared/localize';
import type { RawRecord } from '../../shared/wire/optional';
import type { Rule, RuleSnapshot } from '../../shared/wire/rule';
import { environmentLabel } from '../../ui/environment';
import type { DocumentAction, ReadOnlyDocuments } from '../../ui/readOnlyDocuments';
import type { RuleTarget } from './ruleItem';
import type { ChosenRule } from './ruleParts';
import { comparable, ruleText } from './ruleText';
import { joined, kindLabel, versionDescription, versionLabel } from './ruleWords';

/** One side of a comparison, or something to open: the rule as it is now, or one of its versions. */
export type RuleState =
  | { readonly version: undefined; readonly rule: RawRecord }
  | { readonly version: RuleSnapshot; readonly rule: RawRecord };

/** The rule as it is now. Undefined where the service cannot be asked; rejects where it does not know the rule. */
export async function readRule(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  const rule = await whereOffered(client.rule(kind, guid, signal));
  if (rule !== null) return rule;
  throw new InvalidRequestError('illegal-state', `${kind} rule not found: ${guid}`);
}

/** A version. Undefined where the service cannot be asked; rejects where the rule has no such version. */
export async function readVersion(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  version: number,
  signal?: AbortSignal,
): Promise<RuleSnapshot | undefined> {
  const snapshot = await whereOffered(client.ruleVersion(kind, guid, version, signal));
  if (snapshot !== null) return snapshot;
  throw new InvalidRequestError('illegal-state', `${kind} rule snapshot not found: ${guid} v${version}`);
}

/** Undefined for an operation that the service does not have, null for an object that it does not have. */
async function whereOffered<Answer>(answer: Promise<Answer | undefined>): Promise<Answer | undefined | null> {
  try {
    return (await answer) ?? null;
  } catch (error) {
    if (isMissingOperation(error)) return undefined;
    throw error;
  }
}

export async function showState(
  documents: ReadOnlyDocuments,
  chosen: ChosenRule,
  state: RuleState,
  actions: readonly DocumentAction[],
): Promise<void> {
  await documents.show(pathOf(chosen, state), ruleText(state.rule, headingOf(chosen, state)), actions);
}

/** Opens the diff editor. What only the service sets is left out, since it differs in any case. */
export async function compareStates(
  documents: ReadOnlyDocuments,
  chosen: ChosenRule,
  left: RuleState,
  right: RuleState,
): Promise<void> {
  const [one, other] = [left, right].map((state) =>
    documents.put(pathOf(chosen, state, 'compared'), ruleText(comparable(state.rule), [])),
  );
  const { connection, target } = chosen;
  const title = t(
    '{0}: {1} ↔ {2} · {3}',
    target.name,
    stateTitle(left),
    stateTitle(right),
    `${connection.name} (${environmentLabel(connection.environment)})`,
  );
  await vscode.commands.executeCommand('vscode.diff', one, other, title);
}

function stateTitle({ version }: RuleState): string {
  return version === undefined ? t('current') : versionLabel(version.version);
}

function headingOf({ connection, target }: ChosenRule, { version }: RuleState): readonly string[] {
  const where = `${connection.name} (${environmentLabel(connection.environment)})`;
  const rule = joined([target.name, kindLabel(target.kind), where]);
  return version === undefined
    ? [rule]
    : [rule, joined([versionLabel(version.version), versionDescription(version)])];
}

/** The last part is the tab's name. */
function pathOf(
  { connection, target }: ChosenRule,
  { version }: RuleState,
  purpose = 'shown',
): readonly string[] {
  const state = version === undefined ? 'current' : `v${version.version}`;
  const name = target.name.replace(/[/\\\u0000-\u001f]/g, ' ').slice(0, 120);
  const file = version === undefined ? `${name}.lrule` : `${name} ${state}.lrule`;
  return [connection.name, `${target.kind}-rules`, target.guid, purpose, state, file];
}
