/**
 * @typedef {object} Node what is needed of a node of the syntax tree
 * @property {string} type
 * @property {{ name?: string }} [id]
 * @property {{ name?: string }} [key]
 * @property {{ id: { name?: string } }[]} [declarations]
 * @property {{ start: { line: number }, end: { line: number } } | null} [loc]
 */

/** The reason that Stryker's results have for a node outside of the sample. */
export const notInSample = 'Not in the sample.';

const topLevel = ['Program', 'ExportNamedDeclaration', 'ExportDefaultDeclaration'];
const notSampled = [...topLevel, 'ClassDeclaration'];
const members = ['ClassMethod', 'ClassPrivateMethod', 'ClassProperty', 'ClassPrivateProperty'];

/**
 * Whether a function, a member of a class or another declaration belongs to a sample of one in `oneIn`, and
 * undefined for a node that is a part of one, or contains several. It depends on the name and the number of
 * lines, not on the position, so that an edit elsewhere does not change the sample.
 * @param {{ node: Node, parent?: Node }} place
 * @param {number} oneIn
 * @returns {boolean | undefined}
 */
export function isInSample({ node, parent }, oneIn) {
  const isMember = members.includes(node.type);
  const isDeclaration = topLevel.includes(parent?.type ?? '') && !notSampled.includes(node.type);
  if (!isMember && !isDeclaration) return undefined;
  const lines = node.loc ? node.loc.end.line - node.loc.start.line : 0;
  return hash(`${nameOf(node)}:${lines}`) % oneIn === 0;
}

/** @param {Node} node */
function nameOf({ id, key, declarations }) {
  return (id ?? key ?? declarations?.[0]?.id)?.name ?? '';
}

/**
 * FNV-1a with a final mix: without it, names that differ in one letter get neighbouring remainders.
 * @param {string} text
 */
function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * What Stryker asks of each node: why it is left out, if it is.
 * @param {{ node: Node, parent?: Node }} path
 * @param {number} oneIn
 * @returns {string | undefined}
 */
export function reasonToLeaveOut(path, oneIn) {
  return isInSample(path, oneIn) === false ? notInSample : undefined;
}
