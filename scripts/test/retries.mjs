/** @typedef {import('./runSteps.mjs').Retried} Retried */
/** @typedef {import('./runSteps.mjs').Reasons} Reasons */

/**
 * Evaluates tests that passed after a retry: their names, and why the run fails because of them, if it does.
 * One or two are caused by a busy machine; more, or one that needed every attempt, are faults that a retry
 * hides.
 * @param {readonly Retried[]} retried
 * @param {Reasons} [reasons]
 * @returns {{ lines: string[], fault?: string }}
 */
export function judgeRetries(retried, reasons = {}) {
  if (retried.length === 0) return { lines: ['No test needed another try.'] };
  const lines = [
    `Passed at a later try: ${retried.length}`,
    ...retried.flatMap(({ title, tries }) => [`    ${title} (${tries} tries)`, ...reasonsOf(title, reasons)]),
  ];
  if (retried.length > maxRetried)
    return { lines, fault: `More than ${maxRetried} tests needed another try.` };
  if (retried.some(({ tries }) => tries >= allTries))
    return { lines, fault: `A test needed ${allTries} tries.` };
  return { lines };
}

/**
 * What each failed attempt of a test said, below its title.
 * @param {string} title
 * @param {Reasons} reasons
 */
export function reasonsOf(title, reasons) {
  return (reasons[title] ?? []).flatMap((reason) => reason.split('\n').map((line) => `        ${line}`));
}

const maxRetried = 2;
const allTries = 3;
