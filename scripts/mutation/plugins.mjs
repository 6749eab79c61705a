import { MochaRunner } from './mochaRunner.mjs';
import { reasonToLeaveOut } from './sample.mjs';

/** @typedef {import('./sample.mjs').Node & { callee?: { name?: string } }} Node */

/** Sentences for users are checked by test/unit/localisation.test.ts, not by the tests of their code. */
const sentences = {
  /** @param {{ node: Node, parent?: Node }} place */
  shouldIgnore({ node, parent }) {
    const isText = node.type === 'StringLiteral' || node.type === 'TemplateLiteral';
    const isSentence = parent?.type === 'CallExpression' && parent.callee?.name === 't';
    return isText && isSentence ? 'A sentence for people.' : undefined;
  },
};

/** A run over everything takes one in so many functions: all of them would take days. */
const sample = {
  /** @param {{ node: Node, parent?: Node }} path */
  shouldIgnore(path) {
    return reasonToLeaveOut(path, Number(process.env['LOGBENCH_MUTATION_ONE_IN'] ?? 1));
  },
};

/** The plugins that Stryker loads from this file. */
export const strykerPlugins = [
  { kind: 'TestRunner', name: 'mocha', injectableClass: MochaRunner },
  { kind: 'Ignore', name: 'sentences', value: sentences },
  { kind: 'Ignore', name: 'sample', value: sample },
];
