/** An interval was selected, in epoch milliseconds. */
export class ChartBrushEvent extends Event {
  constructor(
    readonly from: number,
    readonly to: number,
  ) {
    super('chart-brush', { bubbles: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'chart-brush': ChartBrushEvent;
  }
}
