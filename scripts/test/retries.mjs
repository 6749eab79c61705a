/** @typedef {import('./runSteps.mjs').Retried} Retried */

/**
 * Evaluates tests that passed after a retry: their names, and why the run fails because of them, if it does.
 * One or two are caused by a busy machine; more, or one that needed every attempt, are faults that a retry
 * hides.
 * @param {readonly Retried[]} retried
 * @returns {{ lines: string[], fault?: string }}
 */
export function judgeRetries(retried) {
  if (retried.length === 0) return { lines: ['No test needed another try.'] };
  const lines = [
    `Passed at a later try: ${retried.length}`,
    ...retried.map(({ title, tries }) => `    ${title} (${tries} tries)`),
  ];
  if (retried.length > maxRetried)
    return { lines, fault: `More than ${maxRetried} tests needed another try.` };
  if (retried.some(({ tries }) => tries >= allTries))
    return { lines, fault: `A test needed ${allTries} tries.` };
  return { lines };
}

const maxRetried = 2;
const allTries = 3;
