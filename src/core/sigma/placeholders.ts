import { t } from '../base/localize';
import { plainPattern, readPattern } from './pattern';
import type { Pattern } from './pattern';
import { reject } from './sigmaRejection';

/** The values of `%name%` for the modifier `expand`. */
export type Placeholders = Readonly<Record<string, readonly string[]>>;

/** More than any rule needs: otherwise a few lists of values could become a query of many megabytes. */
const maxCombinations = 10_000;

/** Replaces placeholders, with one pattern for each combination of values. `\%` is literal. */
export function expandPlaceholders(
  pattern: Pattern,
  placeholders: Placeholders,
  line: number,
): readonly Pattern[] {
  let expanded: readonly Pattern[] = [[]];
  const append = (choices: readonly Pattern[]): void => {
    if (expanded.length * choices.length > maxCombinations) {
      reject(t('The placeholders of a value have more than {0} combinations.', maxCombinations), line);
    }
    expanded = expanded.flatMap((before) => choices.map((choice) => [...before, ...choice]));
  };
  for (const part of pattern) {
    if (!('text' in part)) {
      append([[part]]);
      continue;
    }
    part.text.split(/(?<!\\)%([\w.-]+)%/).forEach((piece, index) => {
      if (index % 2 === 1) append(valuesOf(piece, placeholders, line));
      else append([plainPattern(piece.replaceAll('\\%', '%'))]);
    });
  }
  return expanded;
}

function valuesOf(name: string, placeholders: Placeholders, line: number): readonly Pattern[] {
  const values = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
  if (!values) {
    reject(t('The mapping has no values for the placeholder %{0}%.', name), line, 'mapping');
  }
  return values.map(readPattern);
}
