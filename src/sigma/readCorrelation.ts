import { t } from '../shared/localize';
import { correlationTypes } from './sigmaDocument';
import type { CorrelationDocument, CorrelationType, CountLimit, Information } from './sigmaDocument';
import { SigmaRefusal } from './sigmaRefusal';
import { findEntry, textAt, textsAt } from './yamlNode';
import type { YamlEntry, YamlNode } from './yamlNode';

export function readCorrelation(
  document: YamlNode,
  { value, line }: YamlEntry,
  information: Information,
): CorrelationDocument {
  const type = readType(textAt(value, 'type'), line);
  const rules = textsAt(value, 'rules');
  if (rules.length === 0) throw new SigmaRefusal(t('The correlation lists no rules.'), line);
  const timespan = textAt(value, 'timespan') ?? textAt(value, 'timeframe');
  if (timespan === undefined) throw new SigmaRefusal(t('The correlation has no timespan.'), line);
  const condition = findEntry(value, 'condition');
  return {
    kind: 'correlation',
    information,
    type,
    rules,
    groupBy: [...new Set(textsAt(value, 'group-by'))],
    timespan,
    limits: condition ? readLimits(condition) : [],
    fields: readFields(type, condition, line),
    percentile: textAt(condition?.value, 'percentile'),
    aliases: readAliases(findEntry(value, 'aliases')?.value),
    generate: [document, value].some((node) => textAt(node, 'generate') === 'true'),
    line,
  };
}

function readType(text: string | undefined, line: number): CorrelationType {
  const type = correlationTypes.find((known) => known === text);
  if (type) return type;
  throw new SigmaRefusal(t('Unknown correlation type "{0}".', text ?? ''), line);
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

function readLimits({ value, line }: YamlEntry): readonly CountLimit[] {
  if (value.kind !== 'map') {
    throw new SigmaRefusal(
      t('A correlation condition that combines rules in an expression cannot be converted.'),
      line,
    );
  }
  return value.entries
    .filter(({ key }) => !otherKeys.has(key))
    .map(({ key, line: place }) => {
      const operator = Object.hasOwn(operators, key) ? operators[key] : undefined;
      const number = textAt(value, key) ?? '';
      if (!operator || !/^\d+(\.\d+)?$/.test(number)) {
        throw new SigmaRefusal(t('"{0}" is not a valid correlation condition.', `${key}: ${number}`), place);
      }
      return { operator, value: number };
    });
}

function readFields(
  type: CorrelationType,
  condition: YamlEntry | undefined,
  line: number,
): readonly string[] {
  if (!type.startsWith('value_')) return [];
  const fields = textsAt(condition?.value, 'field');
  if (fields.length === 1 || (fields.length > 1 && type === 'value_count')) return fields;
  throw new SigmaRefusal(t('The correlation requires one field to evaluate.'), condition?.line ?? line);
}

function readAliases(node: YamlNode | undefined): CorrelationDocument['aliases'] {
  return new Map(
    entriesOf(node).map(({ key, value }) => {
      const fields = entriesOf(value).map((rule) => [rule.key, textAt(value, rule.key)] as const);
      return [key, new Map(fields)];
    }),
  );
}

function entriesOf(node: YamlNode | undefined): readonly YamlEntry[] {
  return node?.kind === 'map' ? node.entries : [];
}
