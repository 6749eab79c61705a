import { MochaRunner } from './mochaRunner.mjs';

/** @typedef {{ type: string, callee?: { name?: string } }} Node */

/** Sentences for users are checked by test/unit/localisation.test.ts, not by the tests of their code. */
const sentences = {
  /** @param {{ node: Node, parent?: Node }} path */
  shouldIgnore({ node, parent }) {
    const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
    const isSentence = parent?.type === 'CallExpression' && parent.callee?.name === 't';
    return isText && isSentence ? 'A sentence for people.' : undefined;
  },
};

/** The plugins that Stryker loads from this file. */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'mocha', injectableClass: MochaRunner },
  { kind: 'Ignore', name: 'sentences', value: sentences },
];
