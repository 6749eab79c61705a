import { updateRule, switchRule, listRuleVersions, getRule } from '../api/operations/rules';
import type { PlatformClient } from '../api/client';
import { whereOffered } from '../api/errors';
import type { Operation } from '../api/operation';
import { t } from '../base/localize';
import type { RawRecord } from '../interface/optional';
import type { Rule, RuleKind } from '../interface/rule';
import type { WriteResult } from '../api/guardedWrite';
import { applyInTurn, ConflictError, NotDoneError } from './applyInTurn';
import type { RuleEntry } from './lock';
import type { RuleItem } from './folderRules';
import type { ProjectFolder } from './projectFolder';
import { ownFields, ruleDifferences, ruleForm } from './ruleFields';

/** The rules to write: those that changed in the files, and with `overwrite` also those that changed on both sides. */
export function rulesToApply(items: readonly RuleItem[], overwrite: boolean): readonly RuleItem[] {
  const isToApply = ({ kind }: RuleItem): boolean =>
    kind === 'change' || kind === 'adopt' || (overwrite && (kind === 'drift' || kind === 'conflict'));
  return items.filter(isToApply);
}

/** Writes rules one after the other, and notes each in the lock. */
export function applyRules(
  client: PlatformClient,
  folder: ProjectFolder,
  platform: string,
  items: readonly RuleItem[],
  signal?: AbortSignal,
): AsyncGenerator<WriteResult<RuleItem>, void, void> {
  const perform = async (item: RuleItem): Promise<RuleEntry> => applyRule(client, item, signal);
  const remember = async ({ path }: RuleItem, entry: RuleEntry): Promise<void> =>
    folder.changeLock((lock) => lock.setRule(platform, path, entry));
  return applyInTurn(items, perform, remember, signal);
}

/** An update makes a version; it is not made if only `enabled` differs. */
async function applyRule(
  client: PlatformClient,
  { kind, ruleKind, guid, wanted, current, error }: RuleItem,
  signal: AbortSignal | undefined,
): Promise<RuleEntry> {
  if (error !== undefined) throw new NotDoneError(t('The file has an error: {0}', error));
  const now = await read(client, ruleKind, guid, signal);
  if (current === undefined || ruleDifferences(ruleKind, now.raw, current).length > 0) {
    throw new ConflictError(now);
  }
  if (kind === 'adopt') return entryOf(client, ruleKind, now, signal);
  const [update, toggle] = ruleWrites(ruleKind, guid, wanted, now);
  if (update !== undefined) await client.send(update);
  // An update may set it too.
  const written = await read(client, ruleKind, guid, signal);
  if (toggle !== undefined && written.enabled === now.enabled) await client.send(toggle);
  return entryOf(client, ruleKind, await read(client, ruleKind, guid, signal), signal);
}

/**
 * The requests that turn a rule into another one: an update, which makes a version and is not needed if only `enabled`
 * differs, and a switch.
 */
export function ruleWrites(
  kind: RuleKind,
  guid: string,
  wanted: RawRecord,
  now: Pick<Rule, 'raw' | 'enabled'>,
): readonly [update: Operation<undefined> | undefined, toggle: Operation<undefined> | undefined] {
  const enabled = wanted['enabled'] === true;
  const isChanged = ruleDifferences(kind, wanted, now.raw).some((field) => field !== 'enabled');
  return [
    isChanged ? updateRule(kind, guid, ruleForm(kind, { ...wanted, enabled: now.enabled })) : undefined,
    enabled === now.enabled ? undefined : switchRule(kind, guid, enabled),
  ];
}

async function read(
  client: PlatformClient,
  kind: RuleKind,
  guid: string,
  signal: AbortSignal | undefined,
): Promise<Rule> {
  const rule = await client.send(getRule(kind, guid), signal);
  if (rule === undefined) throw new ConflictError(rule);
  return rule;
}

/** What the lock notes: the rule and its version, which are the base for conflicts. */
export async function entryOf(
  client: Pick<PlatformClient, 'send'>,
  kind: RuleKind,
  { guid, raw }: Pick<Rule, 'guid' | 'raw'>,
  signal?: AbortSignal,
): Promise<RuleEntry> {
  const versions = await whereOffered(client.send(listRuleVersions(kind, guid), signal));
  const version = versions?.items[0]?.version;
  return { guid: guid.toLowerCase(), rule: ownFields(kind, raw), ...(version !== undefined && { version }) };
}
