import { t } from '../../shared/localize';
import { findAggregate, findCommand, findFunction, signatureOf } from '../catalogue/catalogue';
import type { DescribedCommand, Locale } from '../catalogue/catalogue';
import type { FunctionEntry } from '../catalogue/entry';
import type { Command } from '../ast';
import type { Located } from '../expression';
import { stretchAt } from '../parsedStretch';
import type { ParsedQuery } from '../parseQuery';
import { expressionsOf, walkCommands, walkExpressions } from './walk';

/** The content of a hover, which an adapter converts to Markdown. */
export interface Hover extends Located {
  readonly title: string;
  readonly syntax: string;
  readonly description: string;
  readonly example: string;
  /** For example, "writes or sends data". */
  readonly remarks: readonly string[];
}

export function hoverAt(parsed: ParsedQuery, offset: number, locale: Locale): Hover | undefined {
  const stretch = stretchAt(parsed.stretches, offset);
  for (const command of stretch ? walkCommands(stretch) : []) {
    const hover = hoverOfCommand(command, offset, locale);
    if (hover) return hover;
  }
  return undefined;
}

function hoverOfCommand(command: Command, offset: number, locale: Locale): Hover | undefined {
  const entry = findCommand(command.name.text);
  if (entry && contains(command.name, offset)) return describeCommand(command.name, entry, locale);
  const option = command.options.find(({ name }) => contains(name, offset));
  if (option && entry) return describeOption(option.name, entry, option.name.text, locale);
  return hoverOfFunction(command, offset, locale);
}

function hoverOfFunction(command: Command, offset: number, locale: Locale): Hover | undefined {
  const aggregates = command.kind === 'stats' || command.kind === 'timechart' ? command.aggregates : [];
  const aggregate = aggregates.find((candidate) => contains(candidate.function, offset))?.function;
  if (aggregate) return describeFunction(aggregate, findAggregate(aggregate.text), locale);
  let hover: Hover | undefined;
  for (const expression of expressionsOf(command)) {
    walkExpressions(expression, (inner) => {
      const name = inner.kind === 'call' ? inner.function : parameterSign(inner);
      if (name && contains(name, offset)) hover = describeFunction(name, findFunction(name.text), locale);
    });
  }
  return hover;
}

function parameterSign(
  expression: Located & { readonly kind: string },
): (Located & { text: string }) | undefined {
  if (expression.kind !== 'parameter') return undefined;
  return { from: expression.from, to: expression.from + 1, text: '$' };
}

function describeCommand(place: Located, entry: DescribedCommand, locale: Locale): Hover {
  const remarks = [
    ...(entry.writes ? [t('Writes or sends data.')] : []),
    ...(entry.runsLocally ? [] : [t('The local platform does not run this command.')]),
  ];
  return {
    from: place.from,
    to: place.to,
    title: entry.name,
    syntax: entry.syntax,
    description: entry.description[locale],
    example: entry.example,
    remarks,
  };
}

function describeOption(
  place: Located,
  entry: DescribedCommand,
  name: string,
  locale: Locale,
): Hover | undefined {
  const option = entry.options.find((candidate) => candidate.name === name);
  if (!option) return undefined;
  const values =
    option.type.type === 'choice' ? option.type.values.join('|') : option.type.type.toUpperCase();
  return {
    from: place.from,
    to: place.to,
    title: name,
    syntax: `${name}=${values}`,
    description: option.description[locale],
    example: entry.example,
    remarks: [],
  };
}

function describeFunction(
  place: Located,
  entry: FunctionEntry | undefined,
  locale: Locale,
): Hover | undefined {
  return (
    entry && {
      from: place.from,
      to: place.to,
      title: entry.name,
      syntax: signatureOf(entry),
      description: entry.description[locale],
      example: entry.example,
      remarks: [],
    }
  );
}

function contains(place: Located, offset: number): boolean {
  return offset >= place.from && offset <= place.to;
}
