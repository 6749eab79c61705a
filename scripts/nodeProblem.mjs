/** The oldest Node that everything runs on; `engines` of package.json says the same. */
const oldest = [20, 19];

/**
 * What is wrong with a Node, and what to do; undefined where it is new enough.
 * @param {string} version for example `20.19.0`
 * @returns {string | undefined}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return (
    `Logbench needs Node ${oldest.join('.')} or newer; this is Node ${version}. ` +
    'Install a current one from https://nodejs.org and try again.'
  );
}
