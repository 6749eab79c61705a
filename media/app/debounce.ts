/** Runs the last call of a burst once it is over: a scroll tells the host where it ended, not every step. */
export function debounce<Values extends readonly unknown[]>(
  milliseconds: number,
  run: (...values: Values) => void,
): (...values: Values) => void {
  let timer: number | undefined;
  return (...values) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      run(...values);
    }, milliseconds);
  };
}
