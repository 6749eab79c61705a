import type { AuditSearch } from '../../../core/pages/auditLogMessages';

type Period = Pick<AuditSearch, 'range' | 'from' | 'to'>;

/** The periods from which the current one was zoomed in. */
export class ZoomHistory {
  /** The widest first. */
  #wider: readonly Period[] = [];

  get isZoomed(): boolean {
    return this.#wider.length > 0;
  }

  /** Called before the period of the current search is replaced by a part of it. */
  zoomIn(current: AuditSearch): void {
    this.#wider = [...this.#wider, periodOf(current)];
  }

  /** The search with the period before the last zoom. */
  zoomOut(current: AuditSearch): AuditSearch {
    const period = this.#wider.at(-1);
    this.#wider = this.#wider.slice(0, -1);
    return { ...current, ...period };
  }

  /** Zooming out is possible until another period is selected. */
  replaced(current: AuditSearch, next: AuditSearch): void {
    if (JSON.stringify(periodOf(current)) !== JSON.stringify(periodOf(next))) this.#wider = [];
  }
}

function periodOf({ range, from, to }: AuditSearch): Period {
  return { range, from, to };
}
