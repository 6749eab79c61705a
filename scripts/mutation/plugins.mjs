import { MochaRunner } from './mochaRunner.mjs';

/** @typedef {{ type: string, callee?: { name?: string } }} Node what is needed of a node of the syntax tree */

/**
 * A sentence for people is compared with its translations by test/unit/localisation.test.ts, not by the tests of the
 * code that says it.
 */
const sentences = {
  /** @param {{ node: Node, parent?: Node }} place */
  shouldIgnore({ node, parent }) {
    const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
    const isSentence = parent?.type === 'CallExpression' && parent.callee?.name === 't';
    return isText && isSentence ? 'A sentence for people.' : undefined;
  },
};

/** What Stryker looks for in a file of plugins. */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'mocha', injectableClass: MochaRunner },
  { kind: 'Ignore', name: 'sentences', value: sentences },
];
