import * as vscode from 'vscode';
import type { PlatformClient } from '../../api/client';
import { InvalidRequestError, whereOffered } from '../../api/errors';
import { t } from '../../shared/localize';
import { readableText } from '../../shared/plainText';
import type { RawRecord } from '../../shared/wire/optional';
import type { Rule, RuleSnapshot } from '../../shared/wire/rule';
import { connectionLabel } from '../../ui/connections/connection';
import type { DocumentAction } from '../../ui/documents/documentSource';
import type { ReadOnlyDocuments } from '../../ui/documents/readOnlyDocuments';
import { ruleDocumentPath } from './ruleItem';
import type { ChosenRule, RuleTarget } from './ruleItem';
import { comparable, ruleText } from './ruleText';
import { versionLabel } from './ruleWords';
import { ExplainedError } from '../../ui/failures/failureText';

/** The current rule or one of its versions, to open or compare. */
export interface RuleState {
  readonly version: RuleSnapshot | undefined;
  readonly rule: RawRecord;
}

/** Reads the current rule. Undefined if the platform does not support it; rejects if the rule does not exist. */
export async function readRule(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  signal?: AbortSignal,
): Promise<Rule | undefined> {
  return existing(client.rule(kind, guid, signal), `${kind} rule not found: ${guid}`);
}

/** Reads a version. Undefined if the platform does not support it; rejects if the version does not exist. */
export async function readVersion(
  client: PlatformClient,
  { kind, guid }: RuleTarget,
  version: number,
  signal?: AbortSignal,
): Promise<RuleSnapshot | undefined> {
  const reading = client.ruleVersion(kind, guid, version, signal);
  return existing(reading, `${kind} rule snapshot not found: ${guid} v${version}`);
}

async function existing<Found>(
  reading: Promise<Found | undefined>,
  missing: string,
): Promise<Found | undefined> {
  const found = reading.then((read) => {
    if (read !== undefined) return read;
    throw new InvalidRequestError('illegal-state', missing);
  });
  return whereOffered(found);
}

/** Opens a diff editor. Fields that only the platform sets are omitted, because they always differ. */
export async function compareStates(
  documents: ReadOnlyDocuments,
  { connection, target }: ChosenRule,
  left: RuleState,
  right: RuleState,
  actions: readonly DocumentAction[] = [],
): Promise<void> {
  const [one, other] = [left, right].map((state) =>
    documents.put(
      [connection.name, ...ruleDocumentPath(target, state.version?.version, 'compared')],
      ruleText(comparable(state.rule), []),
      actions,
    ),
  );
  const titles = [stateTitle(left), stateTitle(right), connectionLabel(connection)];
  const title = t('{0}: {1} ↔ {2} · {3}', target.name, ...titles);
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

/** Without a version, reads the current rule. Rejects if the platform does not support it. */
export async function readState(
  client: PlatformClient,
  target: RuleTarget,
  version: number | undefined,
  signal: AbortSignal,
): Promise<RuleState> {
  if (version === undefined) {
    const rule = await readRule(client, target, signal);
    if (rule !== undefined) return { version: undefined, rule: rule.raw };
  } else {
    const snapshot = await readVersion(client, target, version, signal);
    if (snapshot !== undefined) return { version: snapshot, rule: snapshot.rule };
  }
  throw new ExplainedError(
    t(
      'This platform does not provide the content of versions. You can still restore a version by its number.',
    ),
  );
}
