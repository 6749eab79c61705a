import { t } from '../base/localize';
import type { Detection } from './detection';
import { readItem } from './modifiers';
import type { Placeholders } from './placeholders';
import { SigmaRejection } from './sigmaRejection';
import type { YamlNode } from './yamlNode';

/** Parses a selection: a map requires all of its items, a list any of them; plain values are keywords. */
export function readDetection(node: YamlNode, placeholders: Placeholders): Detection {
  switch (node.kind) {
    case 'map': {
      if (node.entries.length === 0) throw emptySelection(node.line);
      const parts = node.entries.map(({ key, line, value }): Detection => {
        return { kind: 'item', item: readItem(key, value, line, placeholders) };
      });
      return joined('all', parts);
    }
    case 'list': {
      if (node.items.length === 0) throw emptySelection(node.line);
      return joined(
        'any',
        node.items.map((item) => readDetection(item, placeholders)),
      );
    }
    case 'scalar':
      if (node.value === null) throw emptySelection(node.line);
      return { kind: 'item', item: readItem('', node, node.line, placeholders) };
  }
}

function joined(kind: 'all' | 'any', parts: readonly Detection[]): Detection {
  const [only] = parts;
  return parts.length === 1 && only ? only : { kind, parts };
}

function emptySelection(line: number): SigmaRejection {
  return new SigmaRejection(t('The selection is empty.'), line);
}
