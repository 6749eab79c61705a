import assert from 'node:assert/strict';
import { functions as described } from '../../../../src/core/language/catalog/catalog';
import { functionAliases, functions } from '../../../../src/platform/engine/plan/planFunctions';

/** They depend only on the time, the account or the query, and are resolved before the engine is called. */
const resolvedEarlier = [
  ...['$', 'ago', 'field', 'now', 'whoami', 'evtctxget', 'evtctxgetvar', 'evtctxsetvar'],
];

/** Groups of a real platform: the local one has none, and says so. */
const notHere = /^match(?:behavior|blackip|feed|filter|net|port|sig)$/;

describe('The functions that the platform runs', () => {
  it('accept the arguments that the editor offers', () => {
    const offered = described
      .filter(({ name }) => !resolvedEarlier.includes(name) && !notHere.test(name))
      .map(({ name, parameters }) => [
        name,
        parameters.some(({ repeated }) => repeated) ? 'any' : parameters.length,
      ]);
    const taken = offered.map(([name]) => {
      const shape = functions[functionAliases[String(name)] ?? String(name)];
      return [name, shape?.rest === undefined ? shape?.parameters.length : 'any'];
    });
    assert.deepEqual(taken, offered);
  });
});
