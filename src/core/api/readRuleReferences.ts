import { compareNames } from '../base/compareNames';
import { referenceFields, textsOf } from '../interface/ruleReferences';
import type { ReferenceItem, RuleReference } from '../interface/ruleReferences';
import type { RuleKind } from '../interface/rule';
import type { PlatformClient } from './client';
import { whereOffered } from './errors';
import { listRuleReferences, listRules } from './operations/rules';

/** More would not fit into a list of completions. */
const maxReferences = 2000;
const maxRules = 1000;

/**
 * The objects that rules of a kind can refer to. If the platform does not list them, those that its rules already
 * refer to; empty if it does not list its rules either.
 */
export async function ruleReferences(
  client: Pick<PlatformClient, 'send'>,
  kind: RuleKind,
  signal?: AbortSignal,
): Promise<readonly RuleReference[]> {
  const items = new Set<string>(referenceFields[kind].map(({ item }) => item));
  const listed = await whereOffered(client.send(listRuleReferences({ limit: maxReferences }), signal));
  if (listed !== undefined) return listed.items.filter(({ item }) => items.has(item));
  const rules = await whereOffered(client.send(listRules(kind, { limit: maxRules }), signal));
  const used = new Map<string, RuleReference>();
  for (const { raw } of rules?.items ?? []) {
    for (const { item, identifiers, names } of referenceFields[kind]) {
      const listed = textsOf(raw[names]);
      for (const [index, guid] of textsOf(raw[identifiers]).entries()) {
        used.set(`${item} ${guid}`, { item, guid, name: listed[index] ?? guid });
      }
    }
  }
  return [...used.values()];
}

/** Those of one kind, by name. */
export function referencesOfItem(
  references: readonly RuleReference[],
  item: ReferenceItem,
): readonly RuleReference[] {
  return references
    .filter((reference) => reference.item === item)
    .toSorted((one, other) => compareNames(one.name, other.name));
}
