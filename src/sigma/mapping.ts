import * as z from 'zod/mini';
import { t } from '../shared/localize';
import { parseQuery } from '../language/parseQuery';
import { defaultMapping } from './defaultMapping';
import type { LogSource } from './sigmaDocument';
import { SigmaRefusal } from './sigmaRefusal';
import { findEntry, readYaml, scalarText, YamlNumber } from './yamlNode';
import type { YamlNode } from './yamlNode';

const names = z.record(z.string(), z.string());
const tableName = z.string().check(z.regex(/^[\p{L}\p{N}_*-]+\??$/u));
const listOf = <Item extends z.ZodMiniType>(item: Item) => z.union([z.array(item), item]);

const mappedSource = z.strictObject({
  product: z.optional(z.string()),
  category: z.optional(z.string()),
  service: z.optional(z.string()),
  tables: listOf(tableName),
  condition: z.optional(z.string()),
  fields: z.optional(names),
  keywords: z.optional(z.string()),
});

const mappingFile = z.strictObject({
  version: z.literal('1'),
  defaults: z.optional(z.boolean()),
  duration: z.optional(z.string().check(z.regex(/^\d+(s|m|h|d|w|mon|y)$/))),
  fields: z.optional(names),
  strict: z.optional(z.boolean()),
  keywords: z.optional(z.string()),
  placeholders: z.optional(z.record(z.string(), listOf(z.string()))),
  sources: z.optional(z.array(mappedSource)),
});

/** Maps names of rules to those of a platform. */
export interface SigmaMapping {
  readonly sources: readonly MappedSource[];
  /** Fields of all log sources. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether unmapped fields are rejected rather than kept. */
  readonly strict: boolean;
  /** The field for keywords; all fields if undefined. */
  readonly keywords: string | undefined;
  readonly placeholders: Readonly<Record<string, readonly string[]>>;
  readonly duration: string | undefined;
}

export interface MappedSource {
  readonly product: string | undefined;
  readonly category: string | undefined;
  readonly service: string | undefined;
  readonly tables: readonly string[];
  /** An expression of the query language. */
  readonly condition: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  readonly keywords: string | undefined;
}

/** Without log sources, and with all names unchanged. */
export const emptyMapping: SigmaMapping = {
  sources: [],
  fields: {},
  strict: false,
  keywords: undefined,
  placeholders: {},
  duration: undefined,
};

/** Parses `sigma-map.yaml`. Throws with the position if it is invalid. */
export function readMapping(text: string): SigmaMapping {
  const [node] = readYaml(text);
  const { placeholders, sources, defaults, ...file } = parseFile(node);
  const known = defaults === true ? defaultMapping().sources : [];
  return {
    fields: file.fields ?? {},
    strict: file.strict ?? false,
    keywords: file.keywords,
    duration: file.duration,
    placeholders: Object.fromEntries(
      Object.entries(placeholders ?? {}).map(([name, values]) => [name, asList(values)]),
    ),
    sources: [...known, ...(sources ?? []).map((source, place) => ownSource(source, node, place))],
  };
}

function ownSource(
  source: z.infer<typeof mappedSource>,
  node: YamlNode | undefined,
  place: number,
): MappedSource {
  checkCondition(source.condition, lineOf(node, ['sources', String(place), 'condition']));
  return {
    product: source.product,
    category: source.category,
    service: source.service,
    tables: asList(source.tables),
    condition: source.condition,
    fields: source.fields ?? {},
    keywords: source.keywords,
  };
}

function parseFile(node: YamlNode | undefined): z.infer<typeof mappingFile> {
  const parsed = mappingFile.safeParse(node ? plainValue(node) : {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  const message = t('The mapping is not valid at {0}: {1}', path.join('.') || '/', issue?.message ?? '');
  throw new SigmaRefusal(message, lineOf(node, path));
}

/** The most specific mapped source for a log source; the last of equally specific ones. */
export function findSource(mapping: SigmaMapping, logSource: LogSource): MappedSource | undefined {
  let best: MappedSource | undefined;
  let most = -1;
  for (const source of mapping.sources) {
    const keys = (['product', 'category', 'service'] as const).filter((key) => source[key] !== undefined);
    const fits = keys.every((key) => source[key]?.toLowerCase() === logSource[key]?.toLowerCase());
    if (fits && keys.length >= most) {
      best = source;
      most = keys.length;
    }
  }
  return best;
}

function asList(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

function checkCondition(condition: string | undefined, line: number): void {
  if (condition === undefined) return;
  const { problems, query } = parseQuery(`search ${condition}`);
  const isOne = query.commands.length === 1;
  if (!isOne || problems.some(({ severity }) => severity === 'error')) {
    throw new SigmaRefusal(t('The condition of the mapping is not a valid expression: {0}', condition), line);
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
  if (node?.kind === 'list')
    return lineOf(node.items[Number(step)], rest, node.items[Number(step)]?.line ?? line);
  const entry = step === undefined ? undefined : findEntry(node, step);
  return entry ? lineOf(entry.value, rest, entry.line) : line;
}
