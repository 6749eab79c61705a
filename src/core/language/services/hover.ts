import { t } from '../../base/localize';
import { findAggregate, findCommand, findFunction, inDisplayLanguage, signatureOf } from '../catalog/catalog';
import type { DescribedCommand } from '../catalog/catalog';
import type { FunctionEntry } from '../catalog/entry';
import type { Command } from '../ast';
import { contains } from '../expression';
import type { Expression, Located, Name } from '../expression';
import { sectionAt } from '../parsedSection';
import type { ParsedQuery } from '../parseQuery';
import { expressionsOf, walkCommands, walkExpressions } from './walk';

/** The content of a hover, which an adapter converts to Markdown. */
export interface Hover extends Located {
  readonly syntax: string;
  readonly description: string;
  readonly example: string;
  /** For example, "writes or sends data". */
  readonly remarks: readonly string[];
}

export function hoverAt(parsed: ParsedQuery, offset: number): Hover | undefined {
  const section = sectionAt(parsed.sections, offset);
  for (const command of section ? walkCommands(section) : []) {
    const hover = hoverOfCommand(command, offset);
    if (hover) return hover;
  }
  return undefined;
}

function hoverOfCommand(command: Command, offset: number): Hover | undefined {
  const entry = findCommand(command.name.text);
  if (entry && contains(command.name, offset)) {
    return describe(command.name, entry, entry.syntax, remarksOn(entry));
  }
  const name = command.options.find((option) => contains(option.name, offset))?.name;
  const option = entry?.options.find((candidate) => candidate.name === name?.text);
  if (!name || !option || !entry) return hoverOfFunction(command, offset);
  const { type, description } = option;
  const values = type.type === 'choice' ? type.values.join('|') : type.type.toUpperCase();
  return describe(name, { description, example: entry.example }, `${option.name}=${values}`);
}

function hoverOfFunction(command: Command, offset: number): Hover | undefined {
  const aggregates = 'aggregates' in command ? command.aggregates : [];
  const aggregate = aggregates.find((candidate) => contains(candidate.function, offset))?.function;
  if (aggregate) return describeFunction(aggregate, findAggregate(aggregate.text));
  let hover: Hover | undefined;
  for (const expression of expressionsOf(command)) {
    walkExpressions(expression, (inner) => {
      const name = inner.kind === 'call' ? inner.function : parameterSign(inner);
      if (name && contains(name, offset)) hover = describeFunction(name, findFunction(name.text));
    });
  }
  return hover;
}

function parameterSign({ kind, from }: Expression): Name | undefined {
  return kind === 'parameter' ? { from, to: from + 1, text: '$' } : undefined;
}

function remarksOn({ adds, writes, runsLocally }: DescribedCommand): readonly string[] {
  return [
    ...(adds.length > 0 ? [t('Fields: {0}', adds.join(', '))] : []),
    ...(writes ? [t('Writes or sends data.')] : []),
    ...(runsLocally ? [] : [t('The local platform does not run this command.')]),
  ];
}

function describeFunction(range: Located, entry: FunctionEntry | undefined): Hover | undefined {
  return entry && describe(range, entry, signatureOf(entry));
}

function describe(
  { from, to }: Located,
  { description, example }: Pick<FunctionEntry, 'description' | 'example'>,
  syntax: string,
  remarks: readonly string[] = [],
): Hover {
  return { from, to, syntax, description: inDisplayLanguage(description), example, remarks };
}
