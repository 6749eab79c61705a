import { Document, isMap, isScalar, parseDocument, Scalar } from 'yaml';
import { findFrontMatter } from '../language/frontMatter';
import type { Definition, Trigger } from './definition';
import type { Project } from './project';
import { readQueryFile } from './queryFile';
import type { QueryFile } from './queryFile';

/**
 * A new file with the content of the definition.
 *
 * @param platform the only one it is for; by default, it is for all of the project
 */
export function renderQueryFile(definition: Definition, project: Project, platform?: string): string {
  const { description, outputParameter, nodeTypes } = definition;
  const { defaults, platforms } = project;
  const document = new Document({ name: definition.name });
  if (description !== undefined) document.set('description', description);
  document.set('enabled', definition.enabled);
  setTrigger(document, [], definition.trigger);
  if (outputParameter !== (defaults.outputParameter ?? false))
    document.set('output_parameter', outputParameter);
  if (String(nodeTypes) !== String(defaults.nodeTypes ?? [])) document.set('node_types', [...nodeTypes]);
  const others = platforms.filter(({ name }) => platform !== undefined && name !== platform);
  for (const { name } of others) document.setIn(withParents(document, ['platforms', name]), false);
  return `${printFront(document)}${definition.query}\n`;
}

export interface UpdateTarget {
  readonly platform: string;
  readonly project: Project;
}

/**
 * Updates the file to the definition on a platform, preserving comments and order. Unchanged parts are kept verbatim,
 * and the definitions on other platforms do not change: what differs is written under `platforms`.
 */
export function updateQueryFile(file: QueryFile, definition: Definition, target: UpdateTarget): string {
  const { platform, project } = target;
  const included = file.on(platform)
    ? file
    : readQueryFile(file.path, withoutOverride(file, platform), project);
  const isOwnText = included.on(platform)?.query !== definition.query && hasOwnText(included, target);
  const front = updateFront(included, definition, target, isOwnText);
  const isSameText = isOwnText || included.on(platform)?.query === definition.query;
  const text = isSameText ? included.source.slice(included.textFrom) : `${definition.query}\n`;
  return withLineEnds((front ?? included.source.slice(0, included.textFrom)) + text, file);
}

function hasOwnText(file: QueryFile, target: UpdateTarget): boolean {
  return isOnOthers(file, target) || frontOf(file).hasIn(['platforms', target.platform, 'query']);
}

/** Undefined if nothing changes. */
function updateFront(
  file: QueryFile,
  definition: Definition,
  target: UpdateTarget,
  isOwnText: boolean,
): string | undefined {
  const own = ['platforms', target.platform];
  const current = file.on(target.platform);
  const isSame = (field: keyof Definition): boolean =>
    JSON.stringify(current?.[field]) === JSON.stringify(definition[field]);
  const changed = plainKeys.filter(([, field]) => !isSame(field));
  if (changed.length === 0 && isSame('trigger') && !isOwnText) return undefined;
  const document = frontOf(file);
  const isShared = isOnOthers(file, target);
  const layerOf = (keys: readonly string[]): readonly string[] =>
    isShared || keys.some((key) => document.hasIn([...own, key])) ? own : [];
  for (const [key, field] of changed) {
    document.setIn(withParents(document, [...layerOf([key]), key]), definition[field] ?? '');
  }
  if (!isSame('trigger')) setTrigger(document, layerOf(['schedule', 'after']), definition.trigger);
  if (isOwnText) document.setIn(withParents(document, [...own, 'query']), `${definition.query}\n`);
  return printFront(document);
}

/** The file without the query on a platform; undefined if it is on no other. */
export function excludePlatform(file: QueryFile, target: UpdateTarget): string | undefined {
  if (!isOnOthers(file, target)) return undefined;
  const document = frontOf(file);
  document.setIn(withParents(document, ['platforms', target.platform]), false);
  return withLineEnds(printFront(document) + file.source.slice(file.textFrom), file);
}

function isOnOthers(file: QueryFile, { platform, project }: UpdateTarget): boolean {
  return project.platforms.some(({ name }) => name !== platform && file.on(name) !== undefined);
}

function withoutOverride(file: QueryFile, platform: string): string {
  const document = frontOf(file);
  document.deleteIn(['platforms', platform]);
  const { contents: platforms } = new Document(document.get('platforms'));
  if (isMap(platforms) && platforms.items.length === 0) document.delete('platforms');
  return printFront(document) + file.source.slice(file.textFrom);
}

function frontOf({ source }: QueryFile): Document {
  const front = findFrontMatter(source);
  return parseDocument(front ? source.slice(front.yaml.from, front.yaml.to) : '');
}

function withLineEnds(text: string, { source }: QueryFile): string {
  return source.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

const plainKeys = [
  ['name', 'name'],
  ['description', 'description'],
  ['enabled', 'enabled'],
  ['output_parameter', 'outputParameter'],
  ['node_types', 'nodeTypes'],
] as const satisfies readonly (readonly [string, keyof Definition])[];

function setTrigger(document: Document, layer: readonly string[], trigger: Trigger): void {
  withParents(document, [...layer, '']);
  if ('schedule' in trigger) {
    const schedule = new Scalar(trigger.schedule);
    // Quoted, because an expression may start with *, which YAML reads as an alias.
    schedule.type = 'QUOTE_DOUBLE';
    const current = document.getIn([...layer, 'schedule'], true);
    if (isScalar(current)) schedule.comment = current.comment ?? null;
    document.deleteIn([...layer, 'after']);
    document.setIn([...layer, 'schedule'], schedule);
  } else {
    document.deleteIn([...layer, 'schedule']);
    const after = { query: trigger.after, when: trigger.when };
    document.setIn([...layer, 'after'], document.createNode(after));
  }
}

/** Creates missing or empty mappings on the path of a key. */
function withParents(document: Document, path: readonly string[]): readonly string[] {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  for (let length = 1; length < path.length; length++) {
    const parent = path.slice(0, length);
    if (!isMap(document.getIn(parent))) document.setIn(parent, document.createNode({}));
  }
  return path;
}

function printFront(document: Document): string {
  return `---\n${document.toString({ lineWidth: 0 })}---\n`;
}
