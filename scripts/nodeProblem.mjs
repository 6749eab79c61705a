/** The oldest supported Node, as in `engines` of package.json. */
const oldest = [20, 19];

/**
 * Why a Node version is not supported, and what to do; undefined if it is.
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
