import type { Literal } from './expression';
import type { Kind } from './kind';

/** Parses a text value of the engine to a literal. */
export function literalOf(text: string | null, kind: Kind): Literal {
  if (text === null) return { node: 'literal', kind, value: null };
  switch (kind) {
    case 'long':
      return { node: 'literal', kind, value: BigInt(text) };
    case 'double':
      return { node: 'literal', kind, value: Number(text) };
    case 'bool':
      return { node: 'literal', kind, value: text === 'true' };
    case 'date':
      return { node: 'literal', kind, value: new Date(text.replace(' ', 'T')) };
    case 'list':
    case 'map':
      return { node: 'literal', kind, value: text };
    default:
      return { node: 'literal', kind: 'string', value: text };
  }
}
