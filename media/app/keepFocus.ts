import type { VirtualGrid } from '../grid/virtualGrid';

/**
 * For a page that is rendered again from scratch: the returned function restores the focus on the same
 * control as soon as it is rendered, unless the user has pressed something since.
 */
export function keepFocus(): () => void {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return () => undefined;
  const focusAgain = focusing(focused);
  return () => {
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
  };
}

/**
 * VS Code focuses only the document when the user returns to a page by keyboard, so that keys would do nothing: the
 * control that was used last gets the focus again, at first the rows of a query.
 */
export function returnFocus(): void {
  let focusAgain = (): void => {
    document.querySelector<HTMLElement>('.query-results .grid [data-active]')?.focus();
  };
  let isPressed = false;
  document.addEventListener('focusin', (event) => {
    const [inner] = event.composedPath();
    if (!(inner instanceof HTMLElement)) return;
    // Rows are rendered again, so a cell is found by its position.
    focusAgain = inner.closest('logbench-grid') ? focusing(inner) : () => inner.focus();
  });
  // A click focuses what it hits.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
    const press = (): void => {
      isPressed = type === 'pointerdown';
    };
    window.addEventListener(type, press, { capture: true });
  }
  window.addEventListener('focus', () => {
    if (!isPressed && document.activeElement === document.body) focusAgain();
  });
}

/** Finds the element at the same position and focuses it; false if it does not exist yet. */
function focusing(element: Element): () => boolean {
  const grid = element.closest('logbench-grid');
  if (!grid) {
    const place = placeOf(element);
    return () => {
      const again = document.querySelector<HTMLElement>(place);
      again?.focus();
      return again !== null && again === document.activeElement;
    };
  }
  const place = placeOf(grid);
  // Headers are above the first row.
  const row = Number(element.closest('[data-row]')?.getAttribute('data-row') ?? -1);
  const column = Number(element.closest('[aria-colindex]')?.getAttribute('aria-colindex') ?? 1) - 1;
  return () => {
    const again = document.querySelector<VirtualGrid>(place);
    if (!again || again.rowCount <= row) return false;
    void again.showRow(row, { focus: true, column });
    return true;
  };
}

/** The path of an element by tag and index, because texts change when values are hidden. */
function placeOf(element: Element): string {
  const steps: string[] = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    const { localName } = at;
    const alike = [...at.parentElement.children].filter((sibling) => sibling.localName === localName);
    steps.unshift(`${localName}:nth-of-type(${alike.indexOf(at) + 1})`);
  }
  return steps.join(' > ');
}
