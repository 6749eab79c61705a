import type { Binding, Printed } from './printTest';

/** A multi-line expression. */
export interface Block {
  readonly lines: readonly string[];
  readonly binding: Binding;
}

export function lineBlock({ text, binding }: Printed): Block {
  return { lines: [text], binding };
}

/** Joins blocks, each on a new line. */
export function joinBlocks(operator: 'and' | 'or', blocks: readonly Block[]): Block {
  const [only] = blocks;
  if (blocks.length === 1 && only) return only;
  const lines = blocks.flatMap((block, index) => {
    const held = operator === 'and' && block.binding === 'or' ? enclosed('(', block) : block;
    const [first = '', ...rest] = held.lines;
    return [index === 0 ? first : `${operator} ${first}`, ...rest];
  });
  return { lines, binding: operator };
}

export function negatedBlock(block: Block): Block {
  return enclosed('not(', block);
}

function enclosed(opening: string, { lines }: Block): Block {
  const [first = '', ...rest] = lines;
  if (rest.length === 0) return { lines: [`${opening}${first})`], binding: 'operand' };
  return { lines: [opening, ...lines.map((line) => `  ${line}`), ')'], binding: 'operand' };
}

export function searchCommand({ lines }: Block): string {
  const [first = '', ...rest] = lines;
  if (rest.length === 0) return `search ${first}`;
  return ['search', ...lines.map((line) => `    ${line}`)].join('\n');
}
