import type { VirtualGrid } from '../grid/virtualGrid';

/**
 * For a page that is rendered again from scratch: the returned function restores the focus on the same
 * control as soon as it is rendered, unless the user has pressed something since.
 */
export function keepFocus(): () => void {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return () => undefined;
  const focusAgain = focusing(focused);
  return () => focusWhenRendered(focusAgain);
}

/**
 * VS Code focuses only the document when the user returns to a page by keyboard, so that keys would do nothing: the
 * control that was used last gets the focus again, at first the rows of a query, as soon as there are some.
 */
export function returnFocus(): void {
  const focusRows = (): boolean => focusOn(document.querySelector('.query-results .grid [data-active]'));
  let focusLast = focusRows;
  let isPressed = false;
  document.addEventListener('focusin', (event) => {
    const [inner] = event.composedPath();
    if (!(inner instanceof HTMLElement)) return;
    // Cells are rendered again: the grid knows which one is active, and in another grid it is found by its position.
    const grid = inner.closest('logbench-grid');
    const focusSame = focusing(inner);
    focusLast = grid
      ? () => (grid.isConnected ? focusOn(grid.querySelector('[data-active]')) : focusSame())
      : () => focusOn(inner);
  });
  // A click focuses what it hits.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const press = (): void => {
      isPressed = type === 'pointerdown';
    };
    window.addEventListener(type, press, { capture: true });
  }
  const focusAgain = (): boolean => {
    if (document.activeElement !== document.body) return true;
    if (!focusLast()) focusRows();
    return document.activeElement !== document.body;
  };
  let stop = (): void => undefined;
  window.addEventListener('focus', () => {
    stop();
    if (!isPressed && !focusAgain()) stop = focusWhenRendered(focusAgain);
  });
}

function focusOn(element: HTMLElement | null): boolean {
  element?.focus();
  return element?.isConnected === true;
}

/** Tries after each change of the page until it succeeds, or the user presses something; returns what ends it. */
function focusWhenRendered(focusAgain: () => boolean): () => void {
  const end = new AbortController();
  const { signal } = end;
  // In a frame, so that components have rendered their focusable elements. Does not take the focus from
  // another element.
  const attempt = (): void => {
    requestAnimationFrame(() => {
      if (!signal.aborted && document.hasFocus() && focusAgain()) end.abort();
    });
  };
  const observer = new MutationObserver(attempt);
  observer.observe(document.body, { childList: true, subtree: true });
  signal.addEventListener('abort', () => observer.disconnect());
  window.addEventListener('focus', attempt, { signal });
  for (const type of ['keydown', 'pointerdown']) {
    window.addEventListener(type, () => end.abort(), { signal, capture: true });
  }
  return () => end.abort();
}

/** Finds the element at the same position and focuses it; false if it does not exist yet. */
function focusing(element: Element): () => boolean {
  const grid = element.closest('logbench-grid');
  if (!grid) {
    const path = pathOf(element);
    return () => {
      const again = document.querySelector<HTMLElement>(path);
      again?.focus();
      return again !== null && again === document.activeElement;
    };
  }
  const gridPath = pathOf(grid);
  // Headers are above the first row.
  const row = Number(element.closest('[data-row]')?.getAttribute('data-row') ?? -1);
  const column = Number(element.closest('[aria-colindex]')?.getAttribute('aria-colindex') ?? 1) - 1;
  return () => {
    const again = document.querySelector<VirtualGrid>(gridPath);
    if (!again || again.rowCount <= row) return false;
    void again.showRow(row, { focus: true, column });
    return true;
  };
}

/** The path of an element by tag and index, because texts change when values are hidden. */
function pathOf(element: Element): string {
  const steps: string[] = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    const { localName } = at;
    const alike = [...at.parentElement.children].filter((sibling) => sibling.localName === localName);
    steps.unshift(`${localName}:nth-of-type(${alike.indexOf(at) + 1})`);
  }
  return steps.join(' > ');
}
