import { findFrontMatter } from '../language/frontMatter';
import { parseRuleText, printRuleText } from '../language/ruleText';
import type { ParsedRuleText, RuleTextProblem } from '../language/ruleText';
import { cronProblem, isCronSchedule } from '../time/cron';
import { bigintAsText, inStableOrder } from '../base/json';
import { t } from '../base/localize';
import type { RawRecord } from '../interface/optional';
import type { RuleKind } from '../interface/rule';
import { referenceFields, textsOf } from '../interface/ruleReferences';
import { knownValues, setByPlatform } from './ruleFields';

/** A rule as a text to edit: without what only the platform sets, and without empty fields. */
export function editableRuleText(kind: RuleKind, record: RawRecord): string {
  const shown = Object.entries(record).filter(([key, value]) => value != null && !setByPlatform.has(key));
  return printRuleText(kind, inStableOrder(Object.fromEntries(shown)) as RawRecord);
}

/**
 * The rule in an edited text, or why it cannot be published.
 *
 * @param base the text before the edit
 */
export function parseEditedRule(kind: RuleKind, text: string, base = ''): ParsedRuleText {
  const parsed = parseRuleText(kind, text);
  if ('problem' in parsed) return parsed;
  const { record } = parsed;
  const before = parseRuleText(kind, base);
  const old = 'record' in before ? before.record : undefined;
  const [found] = [
    ...unusableFields(record),
    ...invalidValues(record).filter(({ key }) => scalarText(record[key]) !== scalarText(old?.[key])),
    ...(old === undefined ? [] : renamedReferences(kind, record, old)),
  ];
  if (found === undefined) return parsed;
  const { key, message } = found;
  return { problem: { ...rangeOfKey(text, key), message } };
}

interface PropertyProblem {
  readonly key: string;
  readonly message: string;
}

function unusableFields({ name, enabled }: RawRecord): readonly PropertyProblem[] {
  if (typeof name !== 'string' || name.trim() === '') {
    return [{ key: 'name', message: t('A rule requires “name”.') }];
  }
  if (enabled == null || typeof enabled === 'boolean') return [];
  return [{ key: 'enabled', message: t('“enabled” must be true or false.') }];
}

/** Values that no platform is known to accept. */
function invalidValues(record: RawRecord): readonly PropertyProblem[] {
  const { schedule } = record;
  return [
    ...Object.entries(knownValues)
      .filter(([key, values]) => record[key] != null && !values.includes(scalarText(record[key])))
      .map(([key, values]) => ({ key, message: t('“{0}” must be one of {1}.', key, values.join(', ')) })),
    ...(schedule == null || isCronSchedule(scalarText(schedule))
      ? []
      : [{ key: 'schedule', message: cronProblem(scalarText(schedule)) }]),
  ];
}

export function scalarText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, bigintAsText);
}

/** The platform would ignore a name that was changed without its identifier. */
function renamedReferences(kind: RuleKind, record: RawRecord, before: RawRecord): readonly PropertyProblem[] {
  const isSame = (key: string): boolean =>
    textsOf(record[key]).join('\n') === textsOf(before[key]).join('\n');
  return referenceFields[kind]
    .filter(
      ({ identifiers, names }) => isSame(identifiers) && !isSame(names) && textsOf(record[names]).length > 0,
    )
    .map(({ identifiers, names }) => ({
      key: names,
      message: t('“{0}” is derived from “{1}”. Change “{1}” instead.', names, identifiers),
    }));
}

/** Why a platform rejected a rule: an object that the rule refers to does not exist. */
export interface RejectedReference extends RuleTextProblem {
  readonly item: string;
}

/** Undefined if a platform rejected the rule for another reason. */
export function rejectedReference(
  kind: RuleKind,
  text: string,
  rejection: string,
): RejectedReference | undefined {
  const [, words = '', identifier = ''] = /^([a-z_ -]+) not found: (.+)$/i.exec(rejection) ?? [];
  const item = words.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  const field = referenceFields[kind].find((reference) => reference.item === item);
  const parsed = parseRuleText(kind, text);
  if (field === undefined || 'problem' in parsed) return undefined;
  const index = textsOf(parsed.record[field.identifiers]).indexOf(identifier);
  const name = textsOf(parsed.record[field.names])[index];
  const at = text.indexOf(identifier);
  const range = at < 0 ? rangeOfKey(text, field.identifiers) : { from: at, to: at + identifier.length };
  const called = name === undefined ? identifier : `${name} (${identifier})`;
  return { ...range, item, message: called };
}

/** Where a property is; the beginning of the properties if it is missing. */
export function rangeOfKey(text: string, key: string): { readonly from: number; readonly to: number } {
  const { yaml } = findFrontMatter(text) ?? { yaml: { from: 0, to: 0 } };
  const found = new RegExp(`^${key}:.*`, 'm').exec(text.slice(yaml.from, yaml.to));
  if (found === null) return { from: yaml.from, to: yaml.from };
  return { from: yaml.from + found.index, to: yaml.from + found.index + found[0].trimEnd().length };
}
