import { Document, isMap, parseDocument, Scalar } from 'yaml';
import { findFrontMatter } from '../language/frontMatter';
import { tidyText } from './definition';
import type { Definition, Trigger } from './definition';
import type { Project } from './project';
import { readQueryFile } from './queryFile';
import type { QueryFile } from './queryFile';

/** A new file with the content of the definition. */
export function renderQueryFile(
  path: string,
  definition: Definition,
  platform: string,
  project: Project,
): string {
  const document = new Document({ name: definition.name });
  if (definition.description !== undefined) document.set('description', definition.description);
  document.set('enabled', definition.enabled);
  setTrigger(document, [], definition.trigger);
  const file = readQueryFile(path, `${printFront(document)}${definition.query}\n`, project);
  return updateQueryFile(file, definition, { platform, project, isShared: false });
}

export interface UpdateTarget {
  readonly platform: string;
  readonly project: Project;
  /** Whether other platforms use this file: except for the text, their definition must not change. */
  readonly isShared: boolean;
}

/** Updates the file to the definition, preserving comments and order. Unchanged parts are kept verbatim. */
export function updateQueryFile(file: QueryFile, definition: Definition, target: UpdateTarget): string {
  const { source, textFrom } = file;
  const front = updateFront(file, definition, target) ?? source.slice(0, textFrom);
  const text = source.slice(textFrom);
  const changed = front + (tidyText(text) === definition.query ? text : `${definition.query}\n`);
  return source.includes('\r\n') ? changed.replaceAll(/\r?\n/g, '\r\n') : changed;
}

/** Undefined if nothing changes. */
function updateFront(file: QueryFile, definition: Definition, target: UpdateTarget): string | undefined {
  const current = file.on(target.platform);
  const isSame = (field: keyof Definition): boolean =>
    JSON.stringify(current?.[field]) === JSON.stringify(definition[field]);
  const changed = plainKeys.filter(([, field]) => !isSame(field));
  if (changed.length === 0 && isSame('trigger')) return undefined;
  const front = findFrontMatter(file.source);
  const document = parseDocument(front ? file.source.slice(front.yaml.from, front.yaml.to) : '');
  const layerOf = (keys: readonly string[]): readonly string[] => {
    const own = ['platforms', target.platform];
    return target.isShared || keys.some((key) => document.hasIn([...own, key])) ? own : [];
  };
  for (const [key, field] of changed) {
    document.setIn(withParents(document, [...layerOf([key]), key]), definition[field] ?? '');
  }
  if (!isSame('trigger')) setTrigger(document, layerOf(['schedule', 'after']), definition.trigger);
  return printFront(document);
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
    document.deleteIn([...layer, 'after']);
    document.setIn([...layer, 'schedule'], schedule);
  } else {
    document.deleteIn([...layer, 'schedule']);
    const after = { query: trigger.after, when: trigger.when };
    document.setIn([...layer, 'after'], document.createNode(after));
  }
}

/** Creates missing or empty mappings on the path of a key. */
function withParents(document: Document, place: readonly string[]): readonly string[] {
  if (!isMap(document.contents)) document.contents = document.createNode({});
  for (let length = 1; length < place.length; length++) {
    const parent = place.slice(0, length);
    if (!isMap(document.getIn(parent))) document.setIn(parent, document.createNode({}));
  }
  return place;
}

function printFront(document: Document): string {
  return `---\n${document.toString({ lineWidth: 0 })}---\n`;
}
