/** In a separate file, so that files can be found before the code for reading them is loaded. */
export const projectFileName = 'logbench.yaml';
export const lockFileName = 'logbench.lock.json';
export const queryFileExtension = '.lq';
export const ruleExtension = '.lqrule';

/** Whether a path or pattern with slashes stays within its folder. */
export function staysInside(path: string): boolean {
  return !/^\/|(^|\/)\.\.(\/|$)|\\/.test(path);
}
