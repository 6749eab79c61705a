/** Whether arrays and objects are nested more deeply than `depth`. Safe for values of any depth. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((item) => isDeeperThan(item, depth - 1));
}
