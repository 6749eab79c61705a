import { t } from '../base/localize';
import { correlationTypes } from './sigmaDocument';
import type { CorrelationDocument, CorrelationType, CountLimit, Information } from './sigmaDocument';
import { reject } from './sigmaRejection';
import { findEntry, requiredTextsAt, textAt } from './yamlNode';
import type { YamlEntry, YamlNode } from './yamlNode';

export function readCorrelation(
  document: YamlNode,
  { value, line }: YamlEntry,
  information: Information,
): CorrelationDocument {
  const type = readType(textAt(value, 'type'), line);
  const rules = requiredTextsAt(value, 'rules');
  if (rules.length === 0) reject(t('The correlation lists no rules.'), line);
  const timespan = textAt(value, 'timespan') ?? textAt(value, 'timeframe');
  if (timespan === undefined) reject(t('The correlation has no timespan.'), line);
  const condition = findEntry(value, 'condition');
  return {
    kind: 'correlation',
    information,
    type,
    rules,
    groupBy: [...new Set(requiredTextsAt(value, 'group-by'))],
    timespan,
    limits: condition ? readLimits(condition, type, rules) : [],
    fields: readFields(type, condition, line),
    percentile: readPercentile(type, condition),
    aliases: readAliases(findEntry(value, 'aliases')),
    generate: [document, value].some((node) => textAt(node, 'generate') === 'true'),
    line,
  };
}

function readType(text: string | undefined, line: number): CorrelationType {
  const type = correlationTypes.find((candidate) => candidate === text);
  return type ?? reject(t('Unknown correlation type “{0}”.', text ?? ''), line);
}

const operators: Readonly<Record<string, CountLimit['operator']>> = {
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  eq: '==',
  neq: '!=',
};

const otherKeys = new Set(['field', 'percentile']);

function readLimits(
  { value, line }: YamlEntry,
  type: CorrelationType,
  rules: readonly string[],
): readonly CountLimit[] {
  if (value.kind !== 'map') {
    const text = value.kind === 'scalar' ? value.value : undefined;
    const limits = typeof text === 'string' ? limitsOfExpression(text, type, rules) : undefined;
    if (limits) return limits;
    reject(t('A correlation condition that combines rules in an expression cannot be converted.'), line);
  }
  return value.entries
    .filter(({ key }) => !otherKeys.has(key))
    .map(({ key, line: index }) => {
      const operator = Object.hasOwn(operators, key) ? operators[key] : undefined;
      const number = textAt(value, key) ?? '';
      if (!operator || !/^\d+(\.\d+)?$/.test(number)) {
        reject(t('“{0}” is not a valid correlation condition.', `${key}: ${number}`), index);
      }
      return { operator, value: number };
    });
}

/** That all rules match, or any of them; undefined for any other expression. */
function limitsOfExpression(
  text: string,
  type: CorrelationType,
  rules: readonly string[],
): readonly CountLimit[] | undefined {
  const joins = (operator: string): boolean => {
    const names = text.replace(/^\s*\((.*)\)\s*$/s, '$1').split(new RegExp(`\\s+${operator}\\s+`, 'i'));
    const found = names.map((name) => name.trim()).sort();
    return JSON.stringify(found) === JSON.stringify([...rules].sort());
  };
  if (type.startsWith('temporal') && joins('and')) return [];
  return type === 'temporal' && joins('or') ? [{ operator: '>=', value: '1' }] : undefined;
}

function readPercentile(type: CorrelationType, condition: YamlEntry | undefined): string | undefined {
  const entry = findEntry(condition?.value, 'percentile');
  if (!entry) return undefined;
  if (type !== 'value_percentile') rejectUnused(type, entry);
  const text = textAt(condition?.value, 'percentile') ?? '';
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 100) return text;
  reject(t('“{0}” is not a valid correlation condition.', `percentile: ${text}`), entry.line);
}

function rejectUnused(type: CorrelationType, { key, line }: YamlEntry): never {
  reject(t('The correlation type “{0}” does not use “{1}”.', type, key), line);
}

function readFields(
  type: CorrelationType,
  condition: YamlEntry | undefined,
  line: number,
): readonly string[] {
  const entry = findEntry(condition?.value, 'field');
  if (!type.startsWith('value_')) {
    if (entry) rejectUnused(type, entry);
    return [];
  }
  const fields = requiredTextsAt(condition?.value, 'field');
  if (fields.length === 1 || (fields.length > 1 && type === 'value_count')) return fields;
  reject(t('The correlation requires one field to evaluate.'), condition?.line ?? line);
}

function readAliases(entry: YamlEntry | undefined): CorrelationDocument['aliases'] {
  if (!entry) return new Map();
  return new Map(
    entriesOf(entry).map((alias) => {
      const fields = entriesOf(alias).map((rule) => [rule.key, textAt(alias.value, rule.key)] as const);
      return [alias.key, new Map(fields)];
    }),
  );
}

function entriesOf({ value, line }: YamlEntry): readonly YamlEntry[] {
  if (value.kind === 'map') return value.entries;
  reject(t('Aliases must be a map of rules and fields.'), line);
}
