import type { PlatformClient } from '../../api/client';
import { whereOffered } from '../../api/errors';
import { findScheduledQuery } from '../../api/findScheduledQuery';
import { getRule, listRuleVersions } from '../../api/operations/rules';
import { editableRuleText } from '../../code/ruleDraft';
import type { QueryAddress } from '../../shared/queryAddress';
import type { Rule, RuleKind, RuleVersion } from '../../shared/wire/rule';
import type { EditableRecord, RuleRecord } from './storedQuery';

/** The scheduled query or rule as it is on the platform now; undefined if it does not exist. */
export async function readRecord(
  client: PlatformClient,
  { guid, rule: kind }: Omit<QueryAddress, 'connection'>,
  signal?: AbortSignal,
): Promise<EditableRecord | undefined> {
  if (kind === undefined) return findScheduledQuery(client, guid, signal);
  const [rule, versions] = await Promise.all([
    client.send(getRule(kind, guid), signal),
    whereOffered(client.send(listRuleVersions(kind, guid), signal)),
  ]);
  return rule && ruleRecord(kind, rule, versions?.items ?? []);
}

function ruleRecord(kind: RuleKind, rule: Rule, versions: readonly RuleVersion[]): RuleRecord {
  const newest = versions.toSorted((one, other) => other.version - one.version)[0];
  return {
    rule: kind,
    guid: rule.guid,
    name: rule.name,
    enabled: rule.enabled,
    query: editableRuleText(kind, rule.raw),
    version: newest?.version,
    userName: newest?.userName,
    created: newest?.created,
  };
}
