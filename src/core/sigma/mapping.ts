import { t } from '../base/localize';
import { parseQuery } from '../language/parseQuery';
import { defaultMapping } from './defaultMapping';
import { mappingFile } from './mappingFile';
import type { MappedSource, MappingFile, SigmaMapping } from './mappingFile';
import type { LogSource } from './sigmaDocument';
import { reject } from './sigmaRejection';
import { findEntry, readYaml, scalarText, YamlNumber } from './yamlNode';
import type { YamlEntry, YamlNode } from './yamlNode';

/** Several mappings as one. Later ones add to earlier ones and override them. */
export function combineMappings(mappings: readonly SigmaMapping[]): SigmaMapping {
  return mappings.reduce((all, mapping) => ({
    ...all,
    ...Object.fromEntries(Object.entries(mapping).filter(([, value]) => value !== undefined)),
    sources: [...all.sources, ...mapping.sources],
    fields: { ...all.fields, ...mapping.fields },
    placeholders: { ...all.placeholders, ...mapping.placeholders },
    values: combineValues(all.values, mapping.values),
  }));
}

type Values = SigmaMapping['values'];

/** The values of both by field; the second has precedence. */
export function combineValues(one: Values, other: Values): Values {
  const fields = [...Object.keys(one), ...Object.keys(other)];
  return Object.fromEntries(fields.map((field) => [field, { ...one[field], ...other[field] }]));
}

/** Parses `sigma-map.yaml`. Throws with the position if it is invalid. */
export function readMapping(text: string): SigmaMapping {
  const [node] = readYaml(text);
  const { version: _version, defaults, ...mapping } = parseFile(node);
  for (const [index, { condition }] of mapping.sources.entries()) {
    checkCondition(condition, lineOf(node, ['sources', String(index), 'condition']));
  }
  const defaultSources = defaults === true ? defaultMapping().sources : [];
  return { ...mapping, sources: [...defaultSources, ...mapping.sources] };
}

function parseFile(node: YamlNode | undefined): MappingFile {
  const parsed = mappingFile.safeParse(node ? plainValue(node) : {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  const message = t('The mapping is not valid at {0}: {1}', path.join('.') || '/', issue?.message ?? '');
  reject(message, lineOf(node, path));
}

/** The most specific mapped source for a log source; the last of equally specific ones. */
export function findSource(mapping: SigmaMapping, logSource: LogSource): MappedSource | undefined {
  let best: MappedSource | undefined;
  let max = -1;
  for (const source of mapping.sources) {
    const count = sourceKeys.filter((key) => source[key] !== undefined).length;
    if (fitsSource(source, logSource) && count >= max) {
      best = source;
      max = count;
    }
  }
  return best;
}

const sourceKeys = ['product', 'category', 'service'] as const;

/** Whether a log source is the wanted one, as far as that is given. */
export function fitsSource(wanted: Partial<LogSource>, logSource: LogSource): boolean {
  return sourceKeys.every(
    (key) => (wanted[key] ?? logSource[key])?.toLowerCase() === logSource[key]?.toLowerCase(),
  );
}

function checkCondition(condition: string | undefined, line: number): void {
  if (condition === undefined) return;
  const { problems, query } = parseQuery(`search ${condition}`);
  const isOne = query.commands.length === 1;
  if (!isOne || problems.some(({ severity }) => severity === 'error')) {
    reject(t('The condition of the mapping is not a valid expression: {0}', condition), line);
  }
}

function plainValue(node: YamlNode): unknown {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)]));
    case 'list':
      return node.items.map(plainValue);
    case 'scalar':
      return node.value instanceof YamlNumber ? scalarText(node.value) : node.value;
  }
}

function lineOf(node: YamlNode | undefined, [step, ...rest]: readonly string[], line = 1): number {
  if (step === undefined) return line;
  if (node?.kind === 'list') {
    const item = node.items[Number(step)];
    return lineOf(item, rest, item?.line);
  }
  const entry = findEntry(node, step);
  return entry ? lineOf(entry.value, rest, entry.line) : line;
}

/** A selection with the values that the platform has for those of the rule. Case is ignored, as in rules. */
export function withMappedValues(node: YamlNode, values: Values): YamlNode {
  if (Object.keys(values).length === 0 || node.kind === 'scalar') return node;
  if (node.kind === 'list')
    return { ...node, items: node.items.map((item) => withMappedValues(item, values)) };
  return { ...node, entries: node.entries.map((entry) => mappedEntry(entry, values)) };
}

/** The values of these modifiers are not values of the field. */
const otherValues = new Set(['re', 'cidr', 'exists', 'fieldref']);

function mappedEntry(entry: YamlEntry, values: Values): YamlEntry {
  const [field = '', ...modifiers] = entry.key.split('|');
  const translations = Object.hasOwn(values, field) ? values[field] : undefined;
  if (translations === undefined || modifiers.some((modifier) => otherValues.has(modifier))) return entry;
  const replacements = new Map(Object.entries(translations).map(([from, to]) => [from.toLowerCase(), to]));
  return { ...entry, value: mappedValue(entry.value, replacements) };
}

function mappedValue(node: YamlNode, replacements: ReadonlyMap<string, string>): YamlNode {
  if (node.kind === 'list')
    return { ...node, items: node.items.map((item) => mappedValue(item, replacements)) };
  if (node.kind === 'map' || node.value === null) return node;
  const to = replacements.get(scalarText(node.value).toLowerCase());
  if (to === undefined) return node;
  return { ...node, value: /^-?\d+(\.\d+)?$/.test(to) ? new YamlNumber(to) : to };
}
