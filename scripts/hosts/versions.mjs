/**
 * The oldest and newest supported VS Code. Each code-server release contains a complete VS Code.
 * @typedef {{ name: 'oldest' | 'newest', vscode: string, carrier: string, nodeMajor: number }} HostVersion
 */

/** @type {Readonly<Record<'oldest' | 'newest', HostVersion>>} */
export const hostVersions = {
  oldest: { name: 'oldest', vscode: '1.100.3', carrier: 'code-server@4.100.3', nodeMajor: 20 },
  newest: { name: 'newest', vscode: '1.139.1', carrier: 'code-server@4.139.1', nodeMajor: 24 },
};

/**
 * @param {string | undefined} name
 * @returns {HostVersion}
 */
export function parseHostVersion(name) {
  if (name === 'oldest' || name === 'newest') return hostVersions[name];
  throw new Error(`There is no VS Code host called "${name}": it is "oldest" or "newest".`);
}
