/** Runs only the last call of a burst, for example to report where a scroll ended. */
export function debounce<Values extends readonly unknown[]>(
  milliseconds: number,
  run: (...values: Values) => void,
): (...values: Values) => void {
  let timer: number | undefined;
  return (...values) => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => run(...values), milliseconds);
  };
}
