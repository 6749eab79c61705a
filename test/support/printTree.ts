import { withoutPositions } from './withoutPositions';

/** A parsed query on one line: without positions, and without what is empty. */
export function printTree(tree: unknown): string {
  return print(withoutPositions(tree));
}

function print(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(print).join(', ')}]`;
  return typeof value === 'object' && value !== null ? printNode({ ...value }) : String(value);
}

function printNode(node: Readonly<Record<string, unknown>>): string {
  const part = (name: string): string => print(node[name]);
  switch (node['kind']) {
    case 'field':
      return part('name');
    case 'string':
      return JSON.stringify(node['value']);
    case 'number':
      return node['integer'] === true ? part('text') : `decimal ${part('text')}`;
    case 'call':
      return part('function') + part('arguments');
    case 'unary':
      return `(- ${part('operand')})`;
    case 'binary':
      return `(${part('left')} ${part('operator')} ${part('right')})`;
    case 'query':
      return part('commands');
    case 'option':
      return `${part('name')}=${part('value')}`;
    default:
      return printOther(node);
  }
}

function printOther({ kind, ...more }: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(more)
    .map(([name, value]) => [name, print(value)] as const)
    .filter(([, text]) => text !== '' && text !== '[]')
    .filter(([name, text]) => name !== 'name' || text !== kind);
  const [only] = parts;
  if (parts.length === 1 && only?.[0] === 'text') return only[1];
  return `${typeof kind === 'string' ? kind : ''}{${parts.map((part) => part.join(': ')).join(', ')}}`;
}
