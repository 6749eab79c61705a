import { getRule, updateRule } from '../../../core/api/operations/rules';
import { ruleReferences } from '../../../core/api/readRuleReferences';
import { editableRuleText } from '../../../core/project/ruleDraft';
import { ruleDifferences, ruleForm } from '../../../core/project/ruleFields';
import { t } from '../../../core/base/localize';
import type { RawRecord } from '../../../core/interface/optional';
import type { Rule, RuleKind } from '../../../core/interface/rule';
import { referenceFields, textsOf } from '../../../core/interface/ruleReferences';
import { connectionLabel } from '../../ui/connections/connection';
import { ruleItemLabel } from '../../ui/format/ruleItemLabel';
import { copyOnto } from '../../ui/writes/copyFlow';
import type { Copy, CopyTarget } from '../../ui/writes/copyFlow';
import { findRuleByName } from './pickRule';

/** What a copy of a rule works with. */
export interface CopyRuleDeps extends CopyTarget, Pick<Copy<Rule>, 'updated' | 'report'> {
  /** Asks and creates the rule; false to begin again. */
  readonly create: (record: RawRecord) => Promise<boolean>;
}

/** Creates a rule on another connection, or overwrites the one with its name after a comparison. */
export async function copyRule(
  deps: CopyRuleDeps,
  kind: RuleKind,
  { name, raw }: Pick<Rule, 'name' | 'raw'>,
): Promise<void> {
  const { target } = deps;
  const record = await mapReferences(deps, kind, raw);
  // Whether a rule is enabled belongs to its platform: a copy never starts or stops it there.
  const wanted = ({ enabled }: Rule): RawRecord => ({ ...record, enabled });
  const differences = (current: Rule): readonly string[] =>
    ruleDifferences(kind, current.raw, wanted(current));
  await copyOnto<Rule>(deps, {
    kind: `${kind} rule`,
    find: async (signal) => {
      const listed = await findRuleByName(target, kind, name, signal);
      return listed && target.send(getRule(kind, listed.guid), signal);
    },
    create: async () => deps.create(record),
    differences,
    texts: (current) => ({
      ...{ guid: current.guid, file: `${current.name}.lqrule` },
      current: editableRuleText(kind, current.raw),
      copy: editableRuleText(kind, wanted(current)),
    }),
    write: (current) => updateRule(kind, current.guid, ruleForm(kind, wanted(current))),
    isSame: (current, now) => ruleDifferences(kind, now.raw, current.raw).length === 0,
    read: async ({ guid }, signal) => target.send(getRule(kind, guid), signal),
    updated: deps.updated,
    report: deps.report,
  });
}

/** GUIDs differ on each platform, so the copy refers to the objects with the same names. */
async function mapReferences(deps: CopyRuleDeps, kind: RuleKind, raw: RawRecord): Promise<RawRecord> {
  const { target, withProgress, prompts, connection } = deps;
  const used = referenceFields[kind].filter(({ identifiers }) => textsOf(raw[identifiers]).length > 0);
  if (used.length === 0) return raw;
  const references = await withProgress(async (signal) => ruleReferences(target, kind, signal));
  const missing: string[] = [];
  const mapped = used.map(({ item, identifiers, names }) => {
    const same = references.filter((reference) => reference.item === item);
    const known = textsOf(raw[names]);
    const found = textsOf(raw[identifiers]).flatMap((guid, index) => {
      const name = known[index];
      const match =
        same.find((reference) => reference.name === name) ??
        same.find((reference) => reference.guid === guid);
      if (match === undefined) missing.push(`${ruleItemLabel(item)} “${name ?? guid}”`);
      return match ?? [];
    });
    const valuesOf = (part: 'guid' | 'name'): unknown =>
      Array.isArray(raw[identifiers]) ? found.map((reference) => reference[part]) : found[0]?.[part];
    return { [identifiers]: valuesOf('guid'), [names]: valuesOf('name') };
  });
  if (missing.length > 0) {
    await prompts.confirm({
      message: t(
        '“{0}” refers to objects that do not exist on {1}.',
        String(raw['name']),
        connectionLabel(connection),
      ),
      detail: `${missing.join('\n')}\n\n${t('Create them there first, or copy the rule without them.')}`,
      buttons: [{ label: t('Copy Without Them'), value: true }],
    });
  }
  return Object.assign({}, raw, ...mapped) as RawRecord;
}
