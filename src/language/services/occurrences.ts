import { type Located } from '../expression';
import { type ParsedQuery } from '../parseQuery';
import { printFieldName, printString } from '../printExpression';
import { fieldBindings, type FieldPlace } from './fieldBindings';
import { parameterReferences } from './parameters';
import { type TextEdit } from './textEdit';
import { walkCommands } from './walk';

/** Everything in the text that means the same field or parameter. */
export interface Occurrences {
  readonly kind: 'field' | 'parameter';
  readonly name: string;
  readonly places: readonly FieldPlace[];
  /** Whether another name can be given without changing what the query does. */
  readonly canRename: boolean;
}

/** The field or parameter at the offset, for references and rename; nothing when there is neither. */
export function occurrencesAt(parsed: ParsedQuery, offset: number): Occurrences | undefined {
  return parameterAt(parsed, offset) ?? fieldAt(parsed, offset);
}

/** The edits that give the field or parameter at the offset another name; nothing when that is not possible. */
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
  const binding = fieldBindings(parsed.query).find(({ places }) => places.some(contains(offset)));
  if (!binding) return undefined;
  return { kind: 'field', name: binding.name, places: inOrder(binding.places), canRename: binding.isOwn };
}

function parameterAt(parsed: ParsedQuery, offset: number): Occurrences | undefined {
  const all = parameterPlaces(parsed);
  const name = all.find(({ place }) => contains(offset)(place))?.name;
  if (name === undefined) return undefined;
  const places = all.filter((candidate) => candidate.name === name).map(({ place }) => place);
  // Without a definition in the text, the name is given by whoever runs the query.
  return {
    kind: 'parameter',
    name,
    places: inOrder(places),
    canRename: places.some(({ isDefinition }) => isDefinition),
  };
}

function parameterPlaces(
  parsed: ParsedQuery,
): readonly { readonly name: string; readonly place: FieldPlace }[] {
  const definitions = [...walkCommands(parsed.query)].flatMap((command) =>
    command.kind === 'set' && command.parameter
      ? [{ name: command.parameter.text, place: { ...placeOf(command.parameter), isDefinition: true } }]
      : [],
  );
  const references = parameterReferences(parsed.query).map((reference) => {
    // The name stands in quotes right after the parenthesis; it has as many characters as its escaped text.
    const from = parsed.text.indexOf('"', reference.from) + 1;
    const to = from + printString(reference.name).length - 2;
    return { name: reference.name, place: { from, to, isDefinition: false } };
  });
  return [...definitions, ...references];
}

function placeOf({ from, to }: Located): Located {
  return { from, to };
}

function inOrder(places: readonly FieldPlace[]): readonly FieldPlace[] {
  return places.toSorted((one, other) => one.from - other.from);
}

function contains(offset: number): (place: Located) => boolean {
  return ({ from, to }) => offset >= from && offset <= to;
}
