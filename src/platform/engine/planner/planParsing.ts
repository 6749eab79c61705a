import type { Anchor, CommandOf } from '../../../core/language/ast';
import type { Assignment, OperatorBody, OperatorOf } from '../plan/operator';
import { call, literal } from '../plan/planNode';
import type { Expression } from '../plan/planNode';
import { QueryRejection } from '../plan/queryRejection';
import type { CommandOptionValues, CommandPlanning } from './commandOptionValues';

const nothingParsed = {
  pairDelimiter: ' ',
  keyDelimiter: '=',
  isStrict: false,
  names: [],
  json: { cutoff: 0, lenient: false, flatten: false },
  anchors: [],
} satisfies Partial<OperatorOf<'parse'>>;

/** How much of a text is read if its names are joined. */
const flattenedCutoff = 5000;

export function planParse(command: CommandOf<'parse'>, { options }: CommandPlanning): OperatorBody {
  const { format } = command;
  const names = command.fields.map(({ name }) => name);
  const common = {
    operator: 'parse',
    ...nothingParsed,
    format,
    overlay: options.boolean('overlay'),
  } as const;
  if (format === 'csv') {
    const isTab = options.boolean('tab');
    const isStrict = isTab || options.boolean('strict');
    const field = textOf(options, 'field', 'line');
    return {
      ...common,
      field,
      pairDelimiter: isTab ? '\t' : textOf(options, 'delimiter', ','),
      isStrict,
      names,
    };
  }
  const [lenient, flatten] = [options.boolean('lenient'), options.boolean('flatten')];
  const cutoff = options.integer('cutoff') ?? (flatten ? flattenedCutoff : 0);
  return {
    ...common,
    // `parsejson FIELD` is short for `parsejson field=FIELD`.
    field: textOf(options, 'field', names[0] ?? 'line'),
    pairDelimiter: textOf(options, 'pairdelim', ' '),
    keyDelimiter: textOf(options, 'kvdelim', '='),
    json: { cutoff, lenient, flatten },
  };
}

function textOf(options: CommandOptionValues, name: string, otherwise: string): string {
  return options.text(name) ?? otherwise;
}

/** The local platform has no parsers. */
export function planAnchors(
  { parser, anchors }: CommandOf<'anchors'>,
  { options }: CommandPlanning,
): OperatorBody {
  if (parser) throw new QueryRejection('unsupported-command', { name: `parse ${parser.text}` });
  const field = options.text('field') ?? 'line';
  return {
    operator: 'parse',
    ...nothingParsed,
    format: 'anchors',
    field,
    overlay: options.boolean('overlay'),
    anchors: anchors.map((anchor) => assignmentOf(anchor, { node: 'field', name: field })),
  };
}

/** The text between two others, null without one of them. */
function assignmentOf({ start, end, field }: Anchor, text: Expression): Assignment {
  const [from, to] = [literal(start), literal(end)];
  const length = literal(BigInt(Array.from(start).length));
  const begin = {
    node: 'arithmetic',
    operator: '+',
    left: call('indexof', text, from),
    right: length,
  } as const;
  // `substr` is null at the end of a text.
  const rest =
    start === ''
      ? call('concat', text)
      : call('if', call('contains', text, from), call('concat', call('substr', text, begin)), literal(null));
  const cut = call('substr', rest, literal(0n), call('indexof', rest, to));
  const value = end === '' ? rest : call('if', call('contains', rest, to), cut, literal(null));
  return { field: field.name, value };
}

/** The special characters of a line. */
export function signatureOf(): Assignment {
  const line = { node: 'field', name: 'line' } as const;
  const pattern = literal(String.raw`[\p{L}\p{N}\s]+`);
  return { field: 'signature', value: call('replace', line, pattern, literal(''), literal('re')) };
}
