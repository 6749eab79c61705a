/** The oldest supported Node, as in `engines` of package.json. */
const oldest = '20.19';

/**
 * Why a Node version is not supported, and what to do; undefined if it is.
 * @param {string} version for example `20.19.0`
 * @returns {string | undefined}
 */
export function nodeProblem(version) {
  if (version.localeCompare(oldest, 'en', { numeric: true }) >= 0) return undefined;
  return (
    `Logbench needs Node ${oldest} or newer; this is Node ${version}. ` +
    'Install a current one from https://nodejs.org and try again.'
  );
}
