import type { Located } from '../expression';
import { sectionAt } from '../parsedSection';
import type { ParsedSection } from '../parsedSection';
import type { ParsedQuery } from '../parseQuery';
import { printFieldName, printString } from '../printExpression';
import { fieldBindings } from './fieldBindings';
import type { FieldBinding, FieldPlace } from './fieldBindings';
import { Finder } from './finder';
import { parameterReferences } from './parameters';
import type { TextEdit } from '../textEdit';
import { visitCommands } from './walk';

/** All occurrences of a field or parameter. */
export interface Occurrences {
  readonly kind: 'field' | 'parameter';
  readonly name: string;
  readonly places: readonly FieldPlace[];
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
  if (found.kind === 'field') {
    const newText = printFieldName(newName);
    return found.places.map(({ from, to }) => ({ from, to, newText }));
  }
  if (!/^[\p{L}\p{N}\p{M}_.]+$/u.test(newName)) return undefined;
  return found.places.map(({ from, to }) => ({ from, to, newText: newName }));
}

function fieldAt(parsed: ParsedQuery, offset: number): Occurrences | undefined {
  const here = sectionAt(parsed.sections, offset);
  const name = here && bindingAt(fieldBindings([here]), offset)?.name;
  if (name === undefined) return undefined;
  const mayMention = mentioning(parsed, name.replace(/^prev_/, ''));
  const binding = bindingAt(fieldBindings(parsed.sections, name, mayMention), offset);
  if (!binding) return undefined;
  return { kind: 'field', name, places: inOrder(binding.places), canRename: binding.isOwn };
}

function bindingAt(bindings: readonly FieldBinding[], offset: number): FieldBinding | undefined {
  return bindings.find(({ places }) => places.some(contains(offset)));
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
  const name = here && parameterPlaces(parsed.text, here).find(({ place }) => contains(offset)(place))?.name;
  if (name === undefined) return undefined;
  const mayMention = mentioning(parsed, name);
  const places = parsed.sections
    .filter((_, index) => mayMention(index))
    .flatMap((section) => parameterPlaces(parsed.text, section))
    .filter((candidate) => candidate.name === name)
    .map(({ place }) => place);
  // Without a definition in the text, the value is provided when the query is run.
  return {
    kind: 'parameter',
    name,
    places: inOrder(places),
    canRename: places.some(({ isDefinition }) => isDefinition),
  };
}

interface ParameterPlace {
  readonly name: string;
  readonly place: FieldPlace;
}

function parameterPlaces(text: string, { reading, by }: ParsedSection): readonly ParameterPlace[] {
  const places: ParameterPlace[] = [];
  visitCommands(reading.commands, (command) => {
    if (command.kind !== 'set' || !command.parameter) return;
    const { text: name, from, to } = command.parameter;
    places.push({ name, place: { from: from + by, to: to + by, isDefinition: true } });
  });
  for (const reference of parameterReferences(reading.commands)) {
    // The name is in quotes right after the parenthesis, with its escapes.
    const from = text.indexOf('"', reference.from + by) + 1;
    const to = from + printString(reference.name).length - 2;
    places.push({ name: reference.name, place: { from, to, isDefinition: false } });
  }
  return places;
}

function inOrder(places: readonly FieldPlace[]): readonly FieldPlace[] {
  return places.toSorted((one, other) => one.from - other.from);
}

function contains(offset: number): (place: Located) => boolean {
  return ({ from, to }) => offset >= from && offset <= to;
}
