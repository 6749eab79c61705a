import { t } from '../base/localize';
import { checkRules } from './checkSigmaRules';
import { convertCollection } from './convertCollection';
import type { SigmaFile } from './convertCollection';
import { emptyMapping } from './mappingFile';
import { sigmaNodes } from './readDocuments';
import { readOrRejection, SigmaRejection } from './sigmaRejection';
import { findEntry, textAt, textsAt } from './yamlNode';
import type { YamlEntry, YamlNode } from './yamlNode';

/** What the author of a rule should correct. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/**
 * What does not comply with the specification, and what cannot be converted whatever the mapping, by file and
 * line. Undefined if there are no rules.
 */
export function authorFindings(files: readonly SigmaFile[]): readonly Finding[] | undefined {
  const owners = new Map<string, string>();
  const found = files.flatMap((file) => findingsIn(file, owners));
  const rules = convertCollection(files, { mapping: emptyMapping, table: 'events' });
  if (rules.length === 0) return undefined;
  const converted = rules.flatMap((rule) =>
    checkRules([rule]).map(({ message, line }) => ({ file: rule.file, line, message })),
  );
  return files.flatMap(({ name }) =>
    [...found, ...converted].filter(({ file }) => file === name).sort((one, other) => one.line - other.line),
  );
}

function findingsIn({ name, text }: SigmaFile, owners: Map<string, string>): readonly Finding[] {
  const nodes = readOrRejection(() => sigmaNodes(text));
  // Invalid YAML is reported by the conversion.
  if (nodes instanceof SigmaRejection) return [];
  return nodes.flatMap((node) =>
    [...informationFindings(node), ...idFindings(node, name, owners), ...detectionFindings(node)].map(
      (finding) => ({ file: name, ...finding }),
    ),
  );
}

type LocatedMessage = Omit<Finding, 'file'>;

const levels = ['informational', 'low', 'medium', 'high', 'critical'];
const statuses = ['stable', 'test', 'experimental', 'deprecated', 'unsupported'];
const maxTitleLength = 256;

function informationFindings(node: YamlNode): readonly LocatedMessage[] {
  const isRule = findEntry(node, 'detection') !== undefined;
  const title = textAt(node, 'title') ?? '';
  return [
    ...report(node, 'title', title.trim() === '' && t('The rule has no title.')),
    ...report(
      node,
      'title',
      title.length > maxTitleLength && t('The title has more than {0} characters.', maxTitleLength),
    ),
    ...report(node, 'level', isRule && !findEntry(node, 'level') && t('The rule has no level.')),
    ...report(node, 'level', unknownWord(node, 'level', levels)),
    ...report(node, 'status', unknownWord(node, 'status', statuses)),
    ...['date', 'modified'].flatMap((key) => report(node, key, dateProblem(node, key))),
    ...report(node, 'tags', tagProblem(node)),
  ];
}

/** At the line of the key, or of the document. */
function report(node: YamlNode, key: string, message: string | false): readonly LocatedMessage[] {
  return message === false ? [] : [{ line: findEntry(node, key)?.line ?? firstLine(node), message }];
}

function firstLine(node: YamlNode): number {
  return node.kind === 'map' ? (node.entries[0]?.line ?? node.line) : node.line;
}

function unknownWord(node: YamlNode, key: string, known: readonly string[]): string | false {
  const word = textAt(node, key);
  if (word === undefined || known.includes(word)) return false;
  return t('“{0}” is not a {1}. Use one of: {2}.', word, key, known.join(', '));
}

function dateProblem(node: YamlNode, key: string): string | false {
  const text = textAt(node, key);
  if (text === undefined || /^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  return t('“{0}” is not a date such as 2025-01-31.', text);
}

function tagProblem(node: YamlNode): string | false {
  const tag = textsAt(node, 'tags').find((text) => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(text));
  return tag !== undefined && t('“{0}” is not a tag such as attack.t1059.', tag);
}

function idFindings(node: YamlNode, file: string, owners: Map<string, string>): readonly LocatedMessage[] {
  const id = textAt(node, 'id')?.toLowerCase();
  if (id === undefined) return report(node, 'id', t('The rule has no ID. Add a random UUID (version 4).'));
  const owner = owners.get(id);
  owners.set(id, file);
  const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
  return [
    ...report(node, 'id', !isUuid && t('The ID is not a UUID.')),
    ...report(node, 'id', owner !== undefined && t('{0} has the same ID.', owner)),
  ];
}

function detectionFindings(node: YamlNode): readonly LocatedMessage[] {
  const detection = (findEntry(node, 'detection') ?? findEntry(node, 'filter'))?.value;
  if (detection?.kind !== 'map') return [];
  const counting = textsAt(detection, 'condition').some((text) => text.includes('|'));
  const deprecated = t('Counting in a condition is deprecated. Write a correlation rule.');
  return [
    ...report(detection, 'condition', counting && deprecated),
    ...detection.entries.filter(({ key }) => key !== 'condition').flatMap(({ value }) => itemFindings(value)),
  ];
}

function itemFindings(node: YamlNode): readonly LocatedMessage[] {
  if (node.kind === 'list') return node.items.flatMap(itemFindings);
  if (node.kind === 'scalar') return [];
  return node.entries.flatMap(modifierFindings);
}

function modifierFindings({ key, value, line }: YamlEntry): readonly LocatedMessage[] {
  const [, ...modifiers] = key.split('|');
  const isSingle = value.kind !== 'list' || value.items.length < 2;
  return [
    ...(modifiers.includes('all') && isSingle
      ? [{ line, message: t('The modifier “all” requires several values.') }]
      : []),
    ...(modifiers.includes('wide')
      ? [{ line, message: t('The modifier “wide” is an alias. Use “utf16le”.') }]
      : []),
  ];
}
