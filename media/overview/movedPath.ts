/** Moves a path. All points are absolute, except for the lengths of `h`, `v` and `A`. */
export function movedBy(data: string, dx: number, dy: number): string {
  return data.replace(/([MLCVA])([^a-zA-Z]*)/g, (_, command: string, numbers: string) => {
    const values = numbers.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
    return command + shifted(command, values, dx, dy).join(' ');
  });
}

function shifted(command: string, values: readonly number[], dx: number, dy: number): readonly number[] {
  if (command === 'V') return values.map((value) => value + dy);
  // Radii, rotation and flags come before the point.
  if (command === 'A')
    return values.map((value, index) => (index < 5 ? value : value + (index === 5 ? dx : dy)));
  return values.map((value, index) => value + (index % 2 === 0 ? dx : dy));
}
