/** Apart from what reads the files, so that they can be looked for before any of that is loaded. */
export const projectFileName = 'logbench.yaml';
export const lockFileName = 'logbench.lock.json';
export const queryFileExtension = '.lq';

/** Whether a path or a pattern with slashes leads nowhere but below the folder that it starts from. */
export function staysInside(path: string): boolean {
  return !/^\/|(^|\/)\.\.(\/|$)|\\/.test(path);
}
