import { contains } from '../expression';
import { sectionAt } from '../parsedSection';
import type { ParsedSection } from '../parsedSection';
import type { ParsedQuery } from '../parseQuery';
import { printFieldName, printString } from '../printExpression';
import { fieldBindings } from './fieldBindings';
import type { FieldBinding, FieldRange } from './fieldBindings';
import { Finder } from './finder';
import { parameterReferences } from './unresolvedParameters';
import { replacement } from '../textEdit';
import type { TextEdit } from '../textEdit';
import { visitCommands } from './walk';

/** All occurrences of a field or parameter. */
export interface Occurrences {
  readonly kind: 'field' | 'parameter';
  readonly name: string;
  readonly positions: readonly FieldRange[];
  /** Whether it can be renamed without changing the results. */
  readonly canRename: boolean;
}

/** The field or parameter at the offset, for references and rename; undefined if there is none. */
export function occurrencesAt(parsed: ParsedQuery, offset: number): Occurrences | undefined {
  return parameterAt(parsed, offset) ?? fieldAt(parsed, offset);
}

/** The edits that rename the field or parameter at the offset; undefined if that is not possible. */
export function renameEdits(
  parsed: ParsedQuery,
  offset: number,
  newName: string,
): readonly TextEdit[] | undefined {
  const found = occurrencesAt(parsed, offset);
  if (!found?.canRename || newName === '') return undefined;
  if (found.kind === 'parameter' && !/^[\p{L}\p{N}\p{M}_.]+$/u.test(newName)) return undefined;
  const newText = found.kind === 'field' ? printFieldName(newName) : newName;
  return found.positions.map((range) => replacement(range, newText));
}

function fieldAt(parsed: ParsedQuery, offset: number): Occurrences | undefined {
  const here = sectionAt(parsed.sections, offset);
  const name = here && bindingAt(fieldBindings([here]), offset)?.name;
  if (name === undefined) return undefined;
  const mayMention = mentioning(parsed, name.replace(/^prev_/, ''));
  const binding = bindingAt(fieldBindings(parsed.sections, name, mayMention), offset);
  if (!binding) return undefined;
  return { kind: 'field', name, positions: inOrder(binding.ranges), canRename: binding.isOwn };
}

function bindingAt(bindings: readonly FieldBinding[], offset: number): FieldBinding | undefined {
  return bindings.find(({ ranges: positions }) => positions.some((range) => contains(range, offset)));
}

/**
 * Whether a section, by its index, contains a name. A text search is fast, and most of a long query does not
 * contain it.
 */
function mentioning({ text, sections }: ParsedQuery, name: string): (index: number) => boolean {
  // In a string, the name may contain escapes.
  if (printString(name) !== `"${name}"`) return () => true;
  const finder = new Finder(text, name);
  return (index) => finder.isIn((sections[index - 1]?.pipe ?? -1) + 1, sections[index]?.pipe ?? text.length);
}

function parameterAt(parsed: ParsedQuery, offset: number): Occurrences | undefined {
  const here = sectionAt(parsed.sections, offset);
  const name = here && parameterRanges(parsed.text, here).find(({ range }) => contains(range, offset))?.name;
  if (name === undefined) return undefined;
  const mayMention = mentioning(parsed, name);
  const positions = parsed.sections
    .filter((_, index) => mayMention(index))
    .flatMap((section) => parameterRanges(parsed.text, section))
    .filter((candidate) => candidate.name === name)
    .map(({ range }) => range);
  // Without a definition in the text, the value is provided when the query is run.
  return {
    kind: 'parameter',
    name,
    positions: inOrder(positions),
    canRename: positions.some(({ isDefinition }) => isDefinition),
  };
}

interface ParameterRange {
  readonly name: string;
  readonly range: FieldRange;
}

function parameterRanges(text: string, { reading, by }: ParsedSection): readonly ParameterRange[] {
  const positions: ParameterRange[] = [];
  visitCommands(reading.commands, (command) => {
    if (command.kind !== 'set' || !command.parameter) return;
    const { text: name, from, to } = command.parameter;
    positions.push({ name, range: { from: from + by, to: to + by, isDefinition: true } });
  });
  for (const reference of parameterReferences(reading.commands)) {
    // The name is in quotes right after the parenthesis, with its escapes.
    const from = text.indexOf('"', reference.from + by) + 1;
    const to = from + printString(reference.name).length - 2;
    positions.push({ name: reference.name, range: { from, to, isDefinition: false } });
  }
  return positions;
}

function inOrder(positions: readonly FieldRange[]): readonly FieldRange[] {
  return positions.toSorted((one, other) => one.from - other.from);
}
