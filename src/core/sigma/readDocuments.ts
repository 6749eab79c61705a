import { t } from '../base/localize';
import { meaningOf, parseConditions } from './condition';
import type { WithSelections } from './condition';
import { readCorrelation } from './readCorrelation';
import type {
  CorrelationDocument,
  CorrelationType,
  CountLimit,
  FilterDocument,
  Information,
  LogSource,
  RuleDocument,
  SigmaDocument,
} from './sigmaDocument';
import { readOrRejection, reject, SigmaRejection } from './sigmaRejection';
import { findEntry, readYaml, requiredTextsAt, textAt, textsAt } from './yamlNode';
import type { YamlEntry, YamlNode } from './yamlNode';

/** A document of a file, or the reason why it is invalid. */
export type ReadDocument =
  | { readonly document: SigmaDocument }
  | { readonly rejection: SigmaRejection; readonly information: Information };

/** Parses a file. Skips documents that are not Sigma. Throws if it is not valid YAML. */
export function readDocuments(text: string): readonly ReadDocument[] {
  return sigmaNodes(text).map((node) => {
    const information = readInformation(node);
    const document = readOrRejection(() => readDocument(node, information));
    return document instanceof SigmaRejection ? { rejection: document, information } : { document };
  });
}

/** The documents of a file that are Sigma. */
export function sigmaNodes(text: string): readonly YamlNode[] {
  return withGlobals(readYaml(text)).filter(isSigma);
}

const sigmaKeys = ['detection', 'correlation', 'filter', 'logsource'];

function isSigma(node: YamlNode): boolean {
  return sigmaKeys.some((key) => findEntry(node, key));
}

/** `action: global` is merged into all following documents, `repeat` into the previous one. */
function withGlobals(nodes: readonly YamlNode[]): readonly YamlNode[] {
  const documents: YamlNode[] = [];
  let shared: YamlNode | undefined;
  let previous: YamlNode | undefined;
  for (const node of nodes) {
    const action = textAt(node, 'action');
    if (action === 'global') {
      shared = merged(shared, node);
    } else if (action === 'reset') {
      shared = undefined;
    } else {
      previous = merged(action === 'repeat' ? previous : shared, node);
      documents.push(previous);
    }
  }
  return documents;
}

/** The entries of both; the second has precedence. */
function merged(base: YamlNode | undefined, over: YamlNode): YamlNode {
  if (base?.kind !== 'map' || over.kind !== 'map') return over;
  const changed = base.entries.map((entry): YamlEntry => {
    const replacement = findEntry(over, entry.key);
    return replacement ? { ...replacement, value: merged(entry.value, replacement.value) } : entry;
  });
  const added = over.entries.filter((entry) => !findEntry(base, entry.key));
  const entries = [...changed, ...added].filter(({ key }) => key !== 'action');
  return { kind: 'map', line: over.line, entries };
}

function readInformation(node: YamlNode): Information {
  return {
    title: textAt(node, 'title'),
    id: textAt(node, 'id'),
    name: textAt(node, 'name'),
    level: textAt(node, 'level'),
    status: textAt(node, 'status'),
    author: textsAt(node, 'author').join(', ') || undefined,
    description: textAt(node, 'description'),
    license: textAt(node, 'license'),
    date: textAt(node, 'date'),
    modified: textAt(node, 'modified'),
    references: textsAt(node, 'references'),
    tags: textsAt(node, 'tags'),
    line: node.kind === 'map' ? (node.entries[0]?.line ?? node.line) : node.line,
  };
}

function readDocument(node: YamlNode, information: Information): SigmaDocument {
  const correlation = findEntry(node, 'correlation');
  if (correlation) return readCorrelation(node, correlation, information);
  const filter = findEntry(node, 'filter');
  return filter ? readFilter(node, filter, information) : readRule(node, information);
}

function readRule(node: YamlNode, information: Information): RuleDocument {
  const detection = findEntry(node, 'detection') ?? reject(t('The rule has no detection.'), information.line);
  const { selections, conditions } = readSelections(detection);
  const [only, ...others] = conditions;
  const timeframe = textAt(detection.value, 'timeframe');
  const aggregated =
    only && others.length === 0 ? readAggregation(only.text, information, timeframe, only.line) : undefined;
  return {
    kind: 'rule',
    information,
    logSource: readLogSource(node, information),
    selections,
    conditions: only && aggregated ? [{ text: aggregated.condition, line: only.line }] : conditions,
    aggregation: aggregated?.aggregation,
  };
}

function readFilter(node: YamlNode, filter: YamlEntry, information: Information): FilterDocument {
  const rules = findEntry(filter.value, 'rules');
  if (!rules || (rules.value.kind === 'scalar' && rules.value.value === null))
    reject(t('The filter does not specify which rules it applies to.'), filter.line);
  const references = requiredTextsAt(filter.value, 'rules');
  const isAny = references.length === 0 || references.some((rule) => /^(any|all)$/i.test(rule));
  const detection = readSelections(filter);
  return {
    kind: 'filter',
    information,
    rules: isAny ? 'any' : references,
    logSource: readLogSource(node, information),
    rejection: filterRejection(detection),
    ...detection,
  };
}

/** It is not clear whether a mixed condition describes what to exclude or what to keep. */
function filterRejection(detection: WithSelections): SigmaRejection | undefined {
  const meanings = readOrRejection(() => parseConditions(detection).map(meaningOf));
  if (meanings instanceof SigmaRejection) return meanings;
  if (meanings.every((meaning) => meaning !== 'mixed' && meaning === meanings[0])) return undefined;
  const message = t(
    'The condition of the filter mixes parts with and without “not”. Describe what to exclude, either without “not” or as one “not (…)”.',
  );
  return new SigmaRejection(message, detection.conditions[0]?.line ?? 0);
}

function readLogSource(node: YamlNode, information: Information): LogSource {
  const entry = findEntry(node, 'logsource');
  return {
    product: textAt(entry?.value, 'product'),
    category: textAt(entry?.value, 'category'),
    service: textAt(entry?.value, 'service'),
    line: entry?.line ?? information.line,
  };
}

const otherKeys = new Set(['condition', 'timeframe', 'rules']);

function readSelections({ value, line }: YamlEntry): WithSelections {
  if (value.kind !== 'map') reject(t('The detection is not a map of selections.'), line);
  const condition = findEntry(value, 'condition');
  const texts = textsAt(value, 'condition');
  if (!condition || texts.length === 0) reject(t('The detection has no condition.'), line);
  return {
    selections: value.entries
      .filter(({ key }) => !otherKeys.has(key))
      .map((entry) => ({ name: entry.key, line: entry.line, node: entry.value })),
    conditions: texts.map((text) => ({ text, line: condition.line })),
  };
}

const types: Readonly<Record<string, CorrelationType>> = { sum: 'value_sum', avg: 'value_avg' };
const operators: Readonly<Record<string, CountLimit['operator']>> = {
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  '=': '==',
  '==': '==',
};

/**
 * The equivalent correlation for an aggregation of Sigma version 1, `selection | count(field) by group > 5`, and the
 * text before the pipe. Undefined without a pipe.
 */
function readAggregation(
  text: string,
  information: Information,
  timeframe: string | undefined,
  line: number,
) {
  const pipe = text.indexOf('|');
  if (pipe === -1) return undefined;
  const label = text.slice(pipe + 1).trim();
  const counted = tokenize(label);
  if (!counted) {
    const message = t('“{0}” after the condition is not supported. Write a correlation rule instead.', label);
    reject(message, line);
  }
  if (timeframe === undefined) reject(t('A condition that counts requires a timeframe.'), line);
  const nothing = { rules: [], percentile: undefined, aliases: new Map(), generate: false };
  const kind = 'correlation' as const;
  return {
    condition: text.slice(0, pipe).trim(),
    aggregation: { kind, information, ...counted, timespan: timeframe, ...nothing, line },
  };
}

const form = /^(\w+)\s*\(\s*([^)]*?)\s*\)\s*(?:by\s+(.+?)\s*)?(>=|<=|==|>|<|=)\s*(\d+(?:\.\d+)?)$/i;

function tokenize(
  text: string,
): Pick<CorrelationDocument, 'type' | 'fields' | 'groupBy' | 'limits'> | undefined {
  const [, name = '', field = '', groups = '', operator = '', value = ''] = form.exec(text) ?? [];
  const type = typeOf(name.toLowerCase(), field);
  const limit = operators[operator];
  if (!type || !limit) return undefined;
  return {
    type,
    fields: field === '' ? [] : [field],
    groupBy: [...new Set(groups.split(/[\s,]+/).filter((group) => group !== ''))],
    limits: [{ operator: limit, value }],
  };
}

/** A count of a field counts distinct values. */
function typeOf(name: string, field: string): CorrelationType | undefined {
  if (name === 'count') return field === '' ? 'event_count' : 'value_count';
  return field !== '' && Object.hasOwn(types, name) ? types[name] : undefined;
}
