import assert from 'node:assert/strict';
import fc from 'fast-check';
import { eventArbitrary, ruleArbitrary } from '../support/sigmaArbitrary';
import { conditionText, matches } from '../support/sigmaInterpreter';
import type { PlainEvent, PlainRule } from '../support/sigmaInterpreter';
import { importEvents, queryOf, valuesFound } from '../support/sigmaRules';
import { suiteApp } from '../support/startApp';

/** Rules, each over all events of its batch. A long run sets the variable to 20000. */
const cases = Number(process.env['LOGBENCH_SIGMA_CASES'] ?? 200);
const seed = Number(process.env['LOGBENCH_SIGMA_SEED'] ?? 16);
const rulesAtOnce = 50;
const eventsAtOnce = 40;

describe('Random Sigma rules over random events', () => {
  const app = suiteApp();
  let tables = 0;

  it('find exactly what a direct interpretation of the specification finds', async () => {
    const batch = fc.tuple(
      fc.array(ruleArbitrary, { minLength: rulesAtOnce, maxLength: rulesAtOnce }),
      fc.array(eventArbitrary, { minLength: eventsAtOnce, maxLength: eventsAtOnce }),
    );
    await fc.assert(
      fc.asyncProperty(batch, async ([rules, events]) => {
        const found = await findAll(rules, events);
        rules.forEach((rule, index) => {
          const expected = events.flatMap((event, line) => (matches(rule, event) ? [line] : []));
          assert.deepEqual(found.get(index) ?? [], expected, ruleYaml(rule));
        });
      }),
      { seed, numRuns: Math.ceil(cases / rulesAtOnce), endOnFailure: true },
    );
  });

  /** By rule, the positions of the events that it finds. */
  async function findAll(
    rules: readonly PlainRule[],
    events: readonly PlainEvent[],
  ): Promise<ReadonlyMap<number, readonly number[]>> {
    const table = `t_${(tables += 1)}`;
    const client = await importEvents(
      app,
      table,
      events.map((event, line) => ({ ...event, _line: line })),
    );
    const queries = rules.map((rule) => queryOf(ruleYaml(rule), { table }));
    return valuesFound(client, queries, '_line');
  }
});

/** As JSON, which is YAML too and leaves no doubt about blanks. */
function ruleYaml({ selections, condition }: PlainRule): string {
  return JSON.stringify({
    title: 'A random rule',
    logsource: { product: 'test' },
    detection: { ...selections, condition: conditionText(condition) },
  });
}
