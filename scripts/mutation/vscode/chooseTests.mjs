/**
 * What the tests did without a mutant: their milliseconds, and how often each ran each mutant's place.
 * @typedef {{ times: Record<string, number>, coverage: Record<string, Record<string, number>> }} DryRun
 */
/** @typedef {{ id: string, tests: string[], hits: number, lane?: string }} Trial a mutant and the tests to try it with */

const maxMilliseconds = 8000;
const maxTests = 80;

/**
 * Chooses the tests for each mutant that any test runs. Some code is run by hundreds of tests that are about something
 * else, so those come first that run little beside the mutant's file. The constant keeps those from the front that run
 * a single place.
 * @param {readonly import('./instrument.mjs').Mutant[]} mutants
 * @param {DryRun} dryRun
 * @returns {Trial[]}
 */
export function chooseTests(mutants, { times, coverage }) {
  const files = new Map(mutants.map(({ id, fileName }) => [id, fileName]));
  const tests = Object.entries(coverage).map(([title, hits]) => {
    const ids = Object.keys(hits).filter((id) => files.has(id));
    return { title, hits, ids, perFile: countBy(ids, (id) => files.get(id) ?? '') };
  });
  return mutants.flatMap(({ id, fileName }) => {
    const about = (/** @type {typeof tests[0]} */ test) =>
      (test.perFile.get(fileName) ?? 0) / (test.ids.length + 20);
    const covering = tests.filter(({ hits }) => hits[id] !== undefined);
    if (covering.length === 0) return [];
    const ranked = covering.toSorted((one, other) => about(other) - about(one)).map(({ title }) => title);
    return [
      { id, tests: thatFit(ranked, times), hits: Math.max(...covering.map(({ hits }) => hits[id] ?? 0)) },
    ];
  });
}

/**
 * @param {readonly string[]} titles
 * @param {Readonly<Record<string, number>>} times
 */
function thatFit(titles, times) {
  let total = 0;
  return titles
    .filter((title, index) => {
      const time = times[title] ?? 0;
      const fits = index === 0 || total + time <= maxMilliseconds;
      if (fits) total += time;
      return fits;
    })
    .slice(0, maxTests);
}

/**
 * @param {readonly string[]} items
 * @param {(item: string) => string} keyOf
 * @returns {Map<string, number>}
 */
function countBy(items, keyOf) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
