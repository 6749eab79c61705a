import type { SigmaMapping } from './mappingFile';
import { scalarText, YamlNumber } from './yamlNode';
import type { YamlEntry, YamlNode } from './yamlNode';

type Values = SigmaMapping['values'];

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
  const known = Object.hasOwn(values, field) ? values[field] : undefined;
  if (known === undefined || modifiers.some((modifier) => otherValues.has(modifier))) return entry;
  const replacements = new Map(Object.entries(known).map(([from, to]) => [from.toLowerCase(), to]));
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
