import { usedSelections } from './condition';
import { parseConditions, unusedSelections } from './convertRule';
import type { Warning } from './convertRule';
import { readItem } from './modifiers';
import type { Placeholders } from './placeholders';
import { readDetection } from './readDetection';
import type { RuleDocument } from './sigmaDocument';
import { SigmaRefusal } from './sigmaRefusal';
import type { YamlNode } from './yamlNode';

/** Further problems of a rejected rule, after the first. */
export interface FurtherProblems {
  readonly refusals: readonly SigmaRefusal[];
  readonly warnings: readonly Warning[];
}

export const noFurtherProblems: FurtherProblems = { refusals: [], warnings: [] };

/** At most one problem per field, so that all can be fixed at once. */
export function furtherProblems(
  rule: RuleDocument,
  first: SigmaRefusal,
  placeholders: Placeholders,
): FurtherProblems {
  let used: ReadonlySet<string> | undefined;
  const inCondition = refusalsOf(() => {
    used = new Set(parseConditions(rule).flatMap(usedSelections));
  });
  const inSelections = rule.selections
    .filter(({ name }) => used?.has(name) ?? true)
    .flatMap(({ node }) => refusalsIn(node, placeholders));
  return {
    refusals: [...inCondition, ...inSelections].filter(
      ({ line, message }) => line !== first.line || message !== first.message,
    ),
    warnings: used === undefined ? [] : unusedSelections(rule),
  };
}

function refusalsIn(node: YamlNode, placeholders: Placeholders): readonly SigmaRefusal[] {
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item) => refusalsIn(item, placeholders));
    case 'map':
      return node.entries.flatMap(({ key, value, line }) =>
        refusalsOf(() => readItem(key, value, line, placeholders)),
      );
    case 'scalar':
      return refusalsOf(() => readDetection(node, placeholders));
  }
}

function refusalsOf(read: () => unknown): readonly SigmaRefusal[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SigmaRefusal) return [error];
    throw error;
  }
}
